/// The covers of local music files, for players that send none.
///
/// Both functions may block; they are called on a queue for files.
package struct MusicCovers: Sendable {
    /// What distinguishes the music file at a path from a rewritten one; nil if it is no music file, or does not exist.
    let version: @Sendable (String) -> String?
    /// The cover of the music file at a path; nil if it has none.
    let picture: @Sendable (String) -> [UInt8]?

    /// Makes the covers from a reader of music files.
    package init(version: @escaping @Sendable (String) -> String?, picture: @escaping @Sendable (String) -> [UInt8]?) {
        self.version = version
        self.picture = picture
    }
}
