#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file descriptor that is closed together with its owner.
public struct Descriptor: ~Copyable, Sendable {
    /// The descriptor number, valid while the owner lives.
    public let raw: Int32

    /// Takes ownership of an open descriptor.
    public init(_ raw: Int32) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }
}
