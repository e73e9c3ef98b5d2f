import Glibc

/// A connection to a server on this machine, which sends given bytes and never waits.
public final class WebClient {
    private let descriptor: Int32
    /// The bytes that ``receive()`` has received.
    public private(set) var bytes: [UInt8] = []
    /// The number of bytes that the system has accepted.
    public private(set) var sentBytes = 0
    private var unsent: [UInt8] = []
    private var hasEnded = false

    /// - Parameters:
    ///   - address: The address of the server, as `http://127.0.0.1:PORT`.
    ///   - receiveBuffer: The size of the receive buffer in bytes; nil for the system's default.
    public convenience init(_ address: String, receiveBuffer: Int32? = nil) throws {
        guard let port = address.split(separator: "/").last?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw LocalPort.CannotConnect()
        }
        try self.init(port: port, receiveBuffer: receiveBuffer)
    }

    /// - Parameter port: The port of a server on 127.0.0.1.
    public init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = try LocalPort.connect(to: port, receiveBuffer: receiveBuffer)
    }

    deinit { close(descriptor) }

    /// Sends bytes, after those that the system has not accepted before; returns false if the server has closed the connection.
    @discardableResult
    public func send(_ text: String) -> Bool {
        unsent += text.utf8
        while !unsent.isEmpty {
            let count = Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            guard count > 0 else { return errno == EAGAIN || errno == EINTR }
            unsent.removeFirst(count)
            sentBytes += count
        }
        return true
    }

    /// True if the system does not accept all bytes, because the server does not read.
    public var isBlocked: Bool { !unsent.isEmpty }

    /// Receives the bytes that have arrived.
    public func receive() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else {
                if count == 0 || errno != EAGAIN && errno != EINTR { hasEnded = true }
                return
            }
            bytes += buffer.prefix(count)
        }
    }

    /// True if the server has closed the connection.
    public var isHungUp: Bool {
        receive()
        return hasEnded
    }

    /// The bytes that have arrived, as text.
    public var text: String {
        receive()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The statuses of the responses that have arrived.
    public var statuses: [Int] {
        text.split(separator: "HTTP/1.1 ").compactMap { part in part.prefix(3).allSatisfy(\.isNumber) ? Int(part.prefix(3)) : nil }
    }

    /// The value of a header field of the first response; nil if it has not arrived.
    public func field(_ name: String) -> String? {
        let head = text.split(separator: "\r\n\r\n", maxSplits: 1).first ?? ""
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name.lowercased() { return String(parts[1].drop { $0 == " " }) }
        }
        return nil
    }
}
