/// The covers in a library's database, read over a single connection; for one task at a time.
package final class LibraryArt {
    private let schema: LibrarySchema?

    /// Opens the database; if that fails, there are no covers.
    package init(_ library: LibraryDatabase) {
        let schema = try? LibrarySchema(library)
        self.schema = schema?.columns("tracks").contains("album_art") == true ? schema : nil
    }

    /// The bytes of a track's cover; nil if it has none.
    package func cover(ofTrack id: String) -> [UInt8]? {
        let found = try? schema?.connection.all("SELECT album_art FROM tracks WHERE id = ?1", [.text(id)]) { $0.bytes(0) }
        return found?.first
    }
}
