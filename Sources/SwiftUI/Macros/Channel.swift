#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The messages of the compiler on the standard input, and the answers on the standard output.
enum Channel {
    /// Far more than any declaration needs.
    private static let longest: UInt64 = 1 << 30

    /// The next message; nil at the end, or if it is none.
    static func receive() -> JSON? {
        guard let head = read(8) else { return nil }
        let length = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= longest, let body = read(Int(length)) else { return nil }
        return JSON(parsing: body)
    }

    static func send(_ message: String) {
        let body = Array(message.utf8)
        let head = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(body.count) >> (8 * UInt64($0))) }
        var rest = (head + body)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    /// The next bytes; nil if there are fewer.
    private static func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var part = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 16))
        while bytes.count < count {
            let wanted = min(part.count, count - bytes.count)
            let found = part.withUnsafeMutableBytes { buffer in
                #if canImport(Darwin)
                    Darwin.read(0, buffer.baseAddress, wanted)
                #elseif canImport(Musl)
                    Musl.read(0, buffer.baseAddress, wanted)
                #else
                    Glibc.read(0, buffer.baseAddress, wanted)
                #endif
            }
            if found > 0 { bytes += part[..<found] } else if found == 0 || errno != EINTR { return nil }
        }
        return bytes
    }
}
