import Glibc

/// A file descriptor that is closed with its owner.
public struct Descriptor: ~Copyable, Sendable {
    /// The descriptor's number, valid for as long as its owner lives.
    public let raw: Int32

    /// Takes over an open descriptor.
    public init(_ raw: Int32) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }
}
