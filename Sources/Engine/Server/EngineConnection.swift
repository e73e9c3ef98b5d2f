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
    private var parser = FrameParser(from: .engine)

    /// Connects to the engine at a place; nil where none runs.
    ///
    /// - Parameters:
    ///   - place: Where the engine listens.
    ///   - patience: For how many seconds at most ``receive()`` waits for a frame.
    /// - Throws: ``EngineConnectionError/place(_:)``.
    public init?(to place: SocketPlace, patience: Int = 5) throws(EngineConnectionError) {
        do {
            try place.prepareFolder()
            guard let socket = try UnixSocket.connect(to: place) else { return nil }
            self.socket = socket
        } catch {
            throw .place(error)
        }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(socket.raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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

    /// The next frame; nil where the engine has hung up.
    ///
    /// - Throws: ``EngineConnectionError``.
    public mutating func receive() throws(EngineConnectionError) -> WireFrame? {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            do {
                if let frame = try parser.next() { return frame }
            } catch {
                throw .wire(error)
            }
            let count = recv(socket.raw, &buffer, buffer.count, 0)
            if count > 0 {
                buffer.withUnsafeBytes { parser.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            } else if count == 0 {
                return nil
            } else if errno == EAGAIN {
                throw .silent
            } else if errno != EINTR {
                return nil
            }
        }
    }

    /// Asks, and waits for the whole answer.
    ///
    /// - Throws: ``EngineConnectionError``.
    public mutating func ask(_ request: FrontRequest) throws(EngineConnectionError) -> Reply {
        try send(.request(request))
        var reply = Reply()
        while let frame = try receive() {
            switch frame {
            case .line(let bytes), .output(let bytes): reply.output += bytes
            case .error(let bytes): reply.errors += bytes
            case .exit(let code):
                reply.code = code
                return reply
            case .request, .input: break
            }
        }
        throw .lost
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
    case silent
}

extension EngineConnectionError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .place(let error): "\(error)"
        case .wire(let error): "\(error)"
        case .lost: "the engine ended before it had answered; try again"
        case .silent: "the engine does not answer; end the process 'subdial-engine serve'"
        }
    }
}
