import EngineWire
import Glibc

/// A connection to a running engine, for commands that ask it about itself.
///
/// Its calls block.
public struct EngineConnection: ~Copyable {
    /// All of an answer.
    public struct Reply: Equatable, Sendable {
        /// What was written to stdout.
        public var output: [UInt8] = []
        /// What was written to stderr.
        public var errors: [UInt8] = []
        /// The code to end with.
        public var code: Int32 = 0
    }

    private let socket: Descriptor
    private let place: SocketPlace
    private let patience: Int
    private var parser = FrameParser(from: .engine)
    private var isGreeted = false

    /// Connects to the engine at a place; nil where none runs.
    ///
    /// - Parameters:
    ///   - place: Where the engine listens.
    ///   - patience: For how many milliseconds at most each call waits for the engine.
    /// - Throws: ``EngineConnectionError/place(_:)``, ``EngineConnectionError/silent(_:)``.
    public init?(to place: SocketPlace, patience: Int = SilentEngine.patience) throws(EngineConnectionError) {
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

    /// The process that listens; nil where the kernel does not tell.
    public var listenerID: Int32? { PeerCredentials(of: socket.raw)?.processID }

    /// Waits for the engine's first sign of life; at once where it has given one.
    ///
    /// - Throws: ``EngineConnectionError``.
    public mutating func greet() throws(EngineConnectionError) {
        guard try waitForHello() else { throw .lost }
    }

    /// Sends bytes as they are.
    ///
    /// - Throws: ``EngineConnectionError/lost`` where the engine is gone.
    public func send(_ bytes: [UInt8]) throws(EngineConnectionError) {
        guard UnixSocket.sendAll(bytes, to: socket) else { throw .lost }
    }

    /// Sends a frame.
    ///
    /// - Throws: ``EngineConnectionError``.
    public func send(_ frame: WireFrame) throws(EngineConnectionError) {
        do {
            try send(try frame.encoded())
        } catch let error as WireError {
            throw .wire(error)
        } catch {
            throw .lost
        }
    }

    /// The next frame after the greeting; nil where the engine has hung up.
    ///
    /// - Throws: ``EngineConnectionError``.
    public mutating func receive() throws(EngineConnectionError) -> WireFrame? {
        guard try waitForHello() else { return nil }
        return try nextFrame()
    }

    /// Asks, and waits for the whole answer.
    ///
    /// - Throws: ``EngineConnectionError``.
    public mutating func ask(_ request: FrontRequest) throws(EngineConnectionError) -> Reply {
        // An engine that takes nothing may have said why.
        let isSent = (try? send(.request(request))) != nil
        var reply = Reply()
        while let frame = try receive() {
            switch frame {
            case .line(let bytes), .output(let bytes): reply.output += bytes
            case .error(let bytes): reply.errors += bytes
            case .exit(let code):
                reply.code = code
                return reply
            case .request, .input, .hello, .refusal: break
            }
            guard isSent else { break }
        }
        throw .lost
    }

    /// False where the engine has hung up without a word.
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

/// Why a running engine could not be asked.
public enum EngineConnectionError: Error, Equatable, Sendable {
    /// The folder or the socket cannot be used.
    case place(SocketError)
    /// What came, or was to go, is no frame.
    case wire(WireError)
    /// The engine ended before it had answered.
    case lost
    /// The engine does not answer in time.
    case silent(SilentEngine)
    /// The engine takes no request now, and says why.
    case refused(String)
}

extension EngineConnectionError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .place(let error): "\(error)"
        case .wire(let error): "\(error)"
        case .lost: "the engine ended before it had answered; try again"
        case .silent(let engine): "\(engine)"
        case .refused(let reason): reason
        }
    }
}
