/// The version of Subdial, shared by the front and the engine.
package enum SubdialVersion {
    /// The version of this release.
    package static let current = "0.1.0"

    /// The address of the repository, from which packages get the libraries.
    package static let repository = "https://github.com/OWNER/subdial"

    /// The version of the protocol between front and engine; it changes whenever a frame or a request changes.
    package static let protocolNumber: UInt16 = 2

    /// The version and the protocol number; the socket's name contains it, so that only compatible programs connect.
    package static let wireName = "\(current)-\(protocolNumber)"

    /// The output of `--version`, without the newline.
    package static let line = "subdial \(current)"
}
