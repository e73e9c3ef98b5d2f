import Glibc

/// A file descriptor that is closed together with its owner.
package struct Descriptor: ~Copyable, Sendable {
    /// The descriptor number, valid while the owner lives.
    package let raw: Int32

    /// Takes ownership of an open descriptor.
    package init(_ raw: Int32) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }
}
