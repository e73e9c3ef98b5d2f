import EngineWire
import Glibc

/// A connection to an engine that answers.
struct Attachment: ~Copyable {
    private let socket: Descriptor
    private let command: AttachedCommand

    private static let bufferLength = 16 * 1024

    init(socket: consuming Descriptor, command: AttachedCommand) {
        self.socket = socket
        self.command = command
    }

    /// Sends bytes to the engine; false where it is gone.
    func send(_ bytes: [UInt8]) -> Bool {
        UnixSocket.sendAll(bytes, to: socket)
    }

    /// Shows what comes until the command is over, and returns the code to end with; nil where the engine is gone without having said so.
    ///
    /// Between two frames the process sleeps in one call that has no time limit.
    func copy(to screen: inout Screen) -> Int32? {
        var parser = FrameParser(from: .engine)
        var buffer = [UInt8](repeating: 0, count: Self.bufferLength)
        // poll passes over descriptors below zero.
        var watched = [
            pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: command.needsReader ? STDOUT_FILENO : -1, events: 0, revents: 0),
            pollfd(fd: takesInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            if watched[0].revents != 0 {
                let count = recv(socket.raw, &buffer, buffer.count, 0)
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    return nil
                }
                buffer.withUnsafeBytes { parser.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
                switch show(&parser, on: &screen) {
                case .goOn: break
                case .end(let code): return code
                case nil: return nil
                }
            }
            if watched[1].revents != 0, StandardOutput.isReaderGone(watched[1]) { return ExitCode.done }
            if watched[2].revents != 0, !passInput(&buffer) { watched[2].fd = -1 }
        }
    }

    /// Clicks come on the stdin of a feed; what a terminal or a loop of a shell has there is not the feed's.
    private var takesInput: Bool {
        command.isEndless && isatty(STDIN_FILENO) != 1
    }

    /// Shows all frames that are complete; nil where what came is none.
    private func show(_ parser: inout FrameParser, on screen: inout Screen) -> Screen.Outcome? {
        do {
            while let frame = try parser.next() {
                let outcome = screen.show(frame)
                guard outcome == .goOn else { return outcome }
            }
            return screen.flush()
        } catch {
            Message.print("the engine's answer is broken: \(error)")
            return nil
        }
    }

    /// Passes on what stdin has; false once it has ended.
    private func passInput(_ buffer: inout [UInt8]) -> Bool {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
        guard let frame = try? WireFrame.input(Array(buffer.prefix(count))).encoded() else { return true }
        // An engine that is gone is noticed where its frames are read.
        return send(frame)
    }
}
