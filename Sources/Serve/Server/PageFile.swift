/// A file of the page, as it was compiled in.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let mediaType: String
    let tag: String

    init(_ bytes: [UInt8], _ mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
        tag = bytes.entityTag
    }

    /// The files by their names; the page itself is the one without a name.
    static let all: [String: PageFile] = [:]

    /// What the page may load: its own files and this server's pictures, and no script within it.
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
        + "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
}
