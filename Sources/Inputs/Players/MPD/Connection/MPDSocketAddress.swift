import Glibc
import SubdialSystem
import Synchronization

/// A socket address in the system's binary form.
struct MPDSocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]

    /// Makes the address of a Unix socket from its path, or from an abstract name that begins with a zero byte.
    ///
    /// - Parameter path: At most 108 bytes, including the zero byte that ends a path or begins an abstract name.
    init(path: [UInt8]) {
        family = AF_UNIX
        let familyBytes = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
        bytes = familyBytes + path
    }

    private init(_ info: addrinfo) {
        family = info.ai_family
        bytes = Array(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
    }

    /// Resolves the endpoint to addresses, in the order in which to try them.
    ///
    /// `getaddrinfo` may take many seconds and cannot be cancelled. It therefore runs on a detached thread, and the caller waits for it
    /// only until the deadline.
    static func resolve(
        _ endpoint: MPDAddress.Endpoint, _ waiting: MPDWaiting, until deadline: ContinuousClock.Instant
    ) throws(MPDError) -> [MPDSocketAddress] {
        switch endpoint {
        case .socket(let path): return [MPDSocketAddress(path: Array(path.utf8) + [0])]
        case .abstractSocket(let name): return [MPDSocketAddress(path: [0] + Array(name.utf8))]
        case .host(let host, let port):
            if case .success(let addresses) = lookUp(host, port, flags: AI_NUMERICHOST) { return addresses }
            guard let wakeUp = try? WakeUp() else { throw .cannotConnect("the system gives no more descriptors") }
            let answer = Answer()
            let isStarted = WorkThread.detach {
                answer.outcome.withLock { $0 = lookUp(host, port, flags: 0) }
                wakeUp.wake()
            }
            guard isStarted else { throw .cannotConnect("the system gives no more threads") }
            try waiting.wait(for: wakeUp.descriptor, POLLIN, until: deadline, awaiting: "the address of '\(host)'")
            guard let outcome = answer.outcome.withLock({ $0 }) else { throw .cannotConnect("the address of '\(host)' is not known") }
            return try outcome.get()
        }
    }

    private final class Answer: Sendable {
        let outcome = Mutex<Result<[MPDSocketAddress], MPDError>?>(nil)
    }

    private static func lookUp(_ host: String, _ port: Int, flags: Int32) -> Result<[MPDSocketAddress], MPDError> {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else {
            let reason = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            return .failure(.cannotConnect("the address of '\(host)' is not known (\(reason))"))
        }
        return .success(
            Array(sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }.compactMap { $0.map { Self($0.pointee) } }))
    }
}
