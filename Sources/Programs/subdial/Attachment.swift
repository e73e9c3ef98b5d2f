import Glibc
import SubdialEngineWire
import SubdialSystem

/// A connection to an engine, from the first frame to the last.
struct Attachment: ~Copyable {
    /// The reason for which a connection ends.
    enum Ending {
        /// The command has ended, with this exit code.
        case over(Int32)
        /// The connection was lost before the engine reported the end of the command.
        case lost
        /// The engine accepts no request now, for this reason.
        case refused(String)
        /// The engine does not respond, and the command does not wait for it.
        case silent(SilentEngine)
    }

    private let socket: Descriptor
    private let command: AttachedCommand
    private let place: SocketPlace
    /// The bytes that are not sent yet.
    private var outgoing: [UInt8]
    private var parser = FrameParser(from: .engine)
    private var buffer = [UInt8](repeating: 0, count: bufferLength)
    /// The deadline for the engine's first response; nil once it has arrived, or once its absence has been reported.
    private var lifeDeadline: Int? = Moment.now + SilentEngine.patience
    private var isInputOver: Bool

    private static let bufferLength = 16 * 1024

    /// - Parameter request: The encoded request frame.
    init(socket: consuming Descriptor, at place: SocketPlace, command: AttachedCommand, request: [UInt8]) {
        self.socket = socket
        self.place = place
        self.command = command
        outgoing = request
        // A feed reads clicks on its stdin; a terminal, or the stdin of another command, is not read, because it may belong to a shell
        // loop.
        isInputOver = !command.isEndless || isatty(STDIN_FILENO) == 1
    }

    /// Sends the request and shows the frames until the connection ends.
    ///
    /// After the engine's first response, the process blocks between two frames in one `poll` call without a timeout.
    mutating func run(on screen: inout Screen) -> Ending {
        send()
        // `poll` ignores negative descriptors.
        var watched = [
            pollfd(fd: socket.raw, events: 0, revents: 0),
            pollfd(fd: command.needsReader ? STDOUT_FILENO : -1, events: 0, revents: 0),
            pollfd(fd: -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            watched[0].events = Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT)
            // While sent bytes are pending, stdin is not read: an engine that hangs must not block the front.
            watched[2].fd = isInputOver || !outgoing.isEmpty ? -1 : STDIN_FILENO
            let count = poll(&watched, nfds_t(watched.count), lifeDeadline.map { Int32(clamping: max(0, $0 - Moment.now)) } ?? -1)
            if let deadline = lifeDeadline, Moment.now >= deadline, count <= 0 {
                lifeDeadline = nil
                let engine = SilentEngine(at: place, listener: PeerCredentials(of: socket.raw)?.processID)
                guard command.isEndless else { return .silent(engine) }
                Message.print("\(engine)")
            }
            guard count > 0 else { continue }
            if Int32(watched[0].revents) & POLLOUT != 0 { send() }
            if Int32(watched[0].revents) & ~POLLOUT != 0, let ending = receive(on: &screen) { return ending }
            if watched[1].revents != 0, StandardOutput.isReaderGone(watched[1]) { return .over(ExitCode.done) }
            if watched[2].fd >= 0, watched[2].revents != 0 { takeInput() }
        }
    }

    /// Sends as many bytes as the socket accepts now.
    private mutating func send() {
        let raw = socket.raw
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count >= 0 {
                outgoing.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // A lost engine is detected when its frames are read: the last ones may contain the reason.
                outgoing = []
                isInputOver = true
            }
        }
    }

    /// Shows the received frames; nil if the connection continues.
    private mutating func receive(on screen: inout Screen) -> Ending? {
        let count = recv(socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : .lost }
        parser.append(Array(buffer.prefix(count)))
        do {
            while let frame = try parser.next() {
                lifeDeadline = nil
                if case .refusal(let reason) = frame { return .refused(String(decoding: reason, as: UTF8.self)) }
                if case .end(let code) = screen.show(frame) { return .over(code) }
            }
            if case .end(let code) = screen.flush() { return .over(code) }
            return nil
        } catch {
            Message.print("the engine's answer is broken: \(error)")
            return .lost
        }
    }

    /// Forwards the bytes of stdin.
    private mutating func takeInput() {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            isInputOver = count == 0 || errno != EINTR && errno != EAGAIN
            return
        }
        outgoing = (try? WireFrame.input(Array(buffer.prefix(count))).encoded()) ?? []
        send()
    }
}
