import Glibc
import SubdialEngineWire
import SubdialSystem

/// A connection to a running engine, for commands about the engine itself.
///
/// Its calls block.
package struct EngineConnection: ~Copyable {
    /// A complete answer.
    package struct Reply: Equatable, Sendable {
        /// The bytes for stdout.
        package var output: [UInt8] = []
        /// The bytes for stderr.
        package var errors: [UInt8] = []
        /// The exit code.
        package var code: Int32 = 0
    }

    private let socket: Descriptor
    private let place: SocketPlace
    private let patience: Int
    private var parser = FrameParser(from: .engine)
    private var isGreeted = false

    /// Connects to the engine at a place; nil if none runs.
    ///
    /// - Parameters:
    ///   - place: The place at which the engine listens.
    ///   - patience: The timeout of each call, in milliseconds.
    /// - Throws: ``EngineConnectionError/place(_:)``, ``EngineConnectionError/silent(_:)``.
    package init?(to place: SocketPlace, patience: Int = SilentEngine.patience) throws(EngineConnectionError) {
        do {
            try place.prepareFolder()
            guard let socket = try UnixSocket.connect(to: place, patience: patience) else { return nil }
            self.socket = socket
        } catch .notAccepted {
            throw .silent(SilentEngine(at: place))
        } catch {
            throw .place(error)
        }
        self.place = place
        self.patience = patience
    }

    /// The id of the listening process; nil if the kernel does not report it.
    private var listenerID: Int32? { PeerCredentials(of: socket.raw)?.processID }

    /// Waits for the engine's first response; returns immediately if it has arrived.
    ///
    /// - Throws: ``EngineConnectionError``.
    package mutating func greet() throws(EngineConnectionError) {
        guard try waitForHello() else { throw .lost }
    }

    /// Sends raw bytes.
    ///
    /// - Throws: ``EngineConnectionError/lost`` if the engine is gone.
    package func send(_ bytes: [UInt8]) throws(EngineConnectionError) {
        guard UnixSocket.sendAll(bytes, to: socket) else { throw .lost }
    }

    /// Sends a frame.
    ///
    /// - Throws: ``EngineConnectionError``.
    private func send(_ frame: WireFrame) throws(EngineConnectionError) {
        do {
            try send(try frame.encoded())
        } catch let error as WireError {
            throw .wire(error)
        } catch {
            throw .lost
        }
    }

    /// The next frame after the greeting; nil if the engine has closed the connection.
    ///
    /// - Throws: ``EngineConnectionError``.
    package mutating func receive() throws(EngineConnectionError) -> WireFrame? {
        guard try waitForHello() else { return nil }
        return try nextFrame()
    }

    /// Sends a request, and waits for the complete answer.
    ///
    /// - Throws: ``EngineConnectionError``.
    package mutating func ask(_ request: FrontRequest) throws(EngineConnectionError) -> Reply {
        // An engine that refuses the request may have sent the reason.
        let isSent = (try? send(.request(request))) != nil
        var reply = Reply()
        while let frame = try receive() {
            switch frame {
            case .line(let bytes), .output(let bytes): reply.output += bytes
            case .error(let bytes): reply.errors += bytes
            case .exit(let code):
                reply.code = code
                return reply
            case .request, .input, .hello, .refusal, .inputRequest: break
            }
            guard isSent else { break }
        }
        throw .lost
    }

    /// Returns false if the engine has closed the connection without a message.
    private mutating func waitForHello() throws(EngineConnectionError) -> Bool {
        guard !isGreeted else { return true }
        switch try nextFrame() {
        case .hello?: isGreeted = true
        case .refusal(let reason)?: throw .refused(String(decoding: reason, as: UTF8.self))
        case let frame?: throw .wire(.unexpectedFrame(frame.kind))
        case nil: return false
        }
        return true
    }

    private mutating func nextFrame() throws(EngineConnectionError) -> WireFrame? {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let deadline = Moment.now + patience
        while true {
            do {
                if let frame = try parser.next() { return frame }
            } catch {
                throw .wire(error)
            }
            let count = recv(socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                buffer.withUnsafeBytes { parser.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            } else if count < 0, errno == EAGAIN {
                guard Moment.now < deadline else { throw .silent(SilentEngine(at: place, listener: listenerID)) }
                var watched = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
                _ = poll(&watched, 1, Int32(clamping: deadline - Moment.now))
            } else if count == 0 || errno != EINTR {
                return nil
            }
        }
    }
}

/// The error of a request to a running engine.
package enum EngineConnectionError: Error, Equatable, Sendable {
    /// The folder or the socket cannot be used.
    case place(SocketError)
    /// A frame is invalid.
    case wire(WireError)
    /// The engine ended before it had answered.
    case lost
    /// The engine does not respond in time.
    case silent(SilentEngine)
    /// The engine accepts no request now, for this reason.
    case refused(String)
}

extension EngineConnectionError: CustomStringConvertible {
    /// The problem and the remedy.
    package var description: String {
        switch self {
        case .place(let error): "\(error)"
        case .wire(let error): "\(error)"
        case .lost: "the engine ended before it had answered; try again"
        case .silent(let engine): "\(engine)"
        case .refused(let reason): reason
        }
    }
}
