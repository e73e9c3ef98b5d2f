/// The files of webhooks, which the widget server writes and the engines of bars read.
package struct WebhookFiles: Hashable, Sendable {
    private let folder: PrivateFolder

    init(_ folder: PrivateFolder) { self.folder = folder }

    /// The last document that was received by a name.
    ///
    /// - Parameter name: A name that is safe in a path.
    package func document(of name: String) -> PrivateFile { folder.file("\(name).json") }

    /// The secret in the address of a name.
    ///
    /// - Parameter name: A name that is safe in a path.
    package func secret(of name: String) -> PrivateFile { folder.file("\(name).secret") }
}
