import EngineWire
import Glibc

/// A connection to an engine, from the first frame to the last.
struct Attachment: ~Copyable {
    /// How a connection ends.
    enum Ending {
        /// The command is over.
        case over(Int32)
        /// The engine is gone, and has not said that the command is over.
        case lost
        /// The engine takes no request now, and says why.
        case refused(String)
        /// The engine has given no sign of life, and the command does not wait for one.
        case silent(SilentEngine)
    }

    private let socket: Descriptor
    private let command: AttachedCommand
    private let place: SocketPlace
    /// What the engine has not taken yet.
    private var outgoing: [UInt8]
    private var parser = FrameParser(from: .engine)
    private var buffer = [UInt8](repeating: 0, count: bufferLength)
    /// When the engine is to have given a sign of life; nil once it has, or once the user has been told that it has not.
    private var lifeDeadline: Int? = Moment.now + SilentEngine.patience
    private var isInputOver: Bool

    private static let bufferLength = 16 * 1024

    /// - Parameter request: The bytes of the request.
    init(socket: consuming Descriptor, at place: SocketPlace, command: AttachedCommand, request: [UInt8]) {
        self.socket = socket
        self.place = place
        self.command = command
        outgoing = request
        // Clicks come on the stdin of a feed; what a terminal or a loop of a shell has there is not the feed's.
        isInputOver = !command.isEndless || isatty(STDIN_FILENO) == 1
    }

    /// Asks, and shows what comes until the connection ends.
    ///
    /// Between two frames the process sleeps in one call that has no time limit.
    mutating func run(on screen: inout Screen) -> Ending {
        send()
        // poll passes over descriptors below zero.
        var watched = [
            pollfd(fd: socket.raw, events: 0, revents: 0),
            pollfd(fd: command.needsReader ? STDOUT_FILENO : -1, events: 0, revents: 0),
            pollfd(fd: -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            watched[0].events = Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT)
            // What the engine does not take now is not read either: an engine that stands still must not hold up the front.
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

    /// Sends what the engine takes now.
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
                // An engine that is gone is noticed where its frames are read: its last ones may say why.
                outgoing = []
                isInputOver = true
            }
        }
    }

    /// Shows what has come; nil where more is to come.
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

    /// Passes on what stdin has.
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
