import Glibc
import SubdialEngineWire
import SubdialSystem

/// A command that the engine handles: sends the request, shows the answer, and reconnects to another engine after one is lost.
struct Front {
    private let command: AttachedCommand
    private let launcher: EngineLauncher
    private var request: FrontRequest
    private var screen: Screen

    init(command: AttachedCommand, launcher: EngineLauncher, request: FrontRequest) {
        self.command = command
        self.launcher = launcher
        self.request = request
        screen = Screen(ignoresMissingReader: !command.needsReader)
    }

    /// Runs the command and returns its exit code.
    mutating func run() -> Int32 {
        command.isEndless ? follow() : ask()
    }

    /// Requests at most twice; a second time only if nothing of the first answer has been printed.
    private mutating func ask() -> Int32 {
        for _ in 1...2 where !screen.isUsed {
            switch attend() {
            case .over(let code): return code
            case .lost: continue
            case .failed(let reason, _):
                Message.print(reason)
                return ExitCode.unavailable
            }
        }
        Message.print("the engine ended before it had answered; \(EngineLog.path ?? "its log") may tell why")
        return ExitCode.unavailable
    }

    /// Reconnects to engine after engine, until the output has no reader or the engine ends the command.
    private mutating func follow() -> Int32 {
        var delay = RestartDelay()
        var told: String?
        var hasBegun = false
        while true {
            let began = Moment.now
            switch attend() {
            case .over(let code):
                return code
            case .lost:
                told = nil
            case .failed(let reason, isFinal: true) where !hasBegun:
                Message.print(reason)
                return ExitCode.unavailable
            case .failed(let reason, _):
                // A repeated reason is printed once, because the output may go to a log for days.
                if told != reason { Message.print(reason) }
                told = reason
            }
            hasBegun = true
            if StandardOutput.losesReader(within: delay.delay(afterLasting: Moment.now - began)) { return ExitCode.done }
            OwnProgram.yieldToSuccessor()
            request.resume = screen.resume
        }
    }

    private enum Ending {
        /// The command has ended, with this exit code.
        case over(Int32)
        /// The connection was lost before the engine reported the end of the command.
        case lost
        /// There is no engine, or none responds; `isFinal` if a retry cannot help.
        case failed(String, isFinal: Bool)
    }

    /// Handles one connection to an engine.
    private mutating func attend() -> Ending {
        let bytes: [UInt8]
        do {
            bytes = try WireFrame.request(request).encoded()
        } catch {
            Message.print("\(error)")
            return .over(ExitCode.usage)
        }
        do {
            var attachment = Attachment(socket: try launcher.connect(), at: launcher.place, command: command, request: bytes)
            switch attachment.run(on: &screen) {
            case .over(let code): return .over(code)
            case .lost: return .lost
            case .refused(let reason): return .failed(reason, isFinal: false)
            case .silent(let engine): return .failed("\(engine)", isFinal: false)
            }
        } catch {
            return .failed("\(error)", isFinal: error.isFinal)
        }
    }
}

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
        // A feed reads clicks on its stdin; a terminal, or the stdin of another command, is read only for an engine that requests it, because
        // it may belong to a shell loop.
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
            if watched[2].fd >= 0, watched[2].revents != 0 { readInput() }
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
                if frame == .inputRequest {
                    isInputOver = false
                } else if case .end(let code) = screen.write(frame) {
                    return .over(code)
                }
            }
            if case .end(let code) = screen.flush() { return .over(code) }
            return nil
        } catch {
            Message.print("the engine's answer is broken: \(error)")
            return .lost
        }
    }

    /// Forwards the bytes of stdin.
    private mutating func readInput() {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count <= 0 { isInputOver = count == 0 || errno != EINTR && errno != EAGAIN }
        // A bar that closes the input of its feed has no more clicks; another command waits for the end.
        guard count > 0 || isInputOver && !command.isEndless else { return }
        outgoing = (try? WireFrame.input(Array(buffer.prefix(max(0, count)))).encoded()) ?? []
        send()
    }
}

/// The exit codes of the front itself; the engine sends all others.
enum ExitCode {
    static let done: Int32 = 0
    /// The arguments are too long for a request.
    fileprivate static let usage: Int32 = 64
    /// No engine was found, or none responds.
    static let unavailable: Int32 = 69
    /// Stdout cannot be written.
    static let cannotWrite: Int32 = 74
}
