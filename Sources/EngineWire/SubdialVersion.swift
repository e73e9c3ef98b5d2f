/// Which Subdial this is, the same in the front and in the engine.
public enum SubdialVersion {
    /// The version of this release.
    public static let current = "0.1.0"

    /// The number of the protocol that a front and an engine speak; it changes whenever a frame or a request does.
    public static let protocolNumber: UInt16 = 2

    /// The version and the protocol in one word: what the socket is named for, so that only those meet that understand each other.
    public static let wireName = "\(current)-\(protocolNumber)"

    /// What `--version` prints, without the newline.
    public static let line = "subdial \(current)"
}
