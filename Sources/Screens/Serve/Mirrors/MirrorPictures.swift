import SubdialBasics
import SubdialDocuments
import SubdialTimeline

/// The pictures of a server's entries, of which only those in the folder of the mirror are drawn.
struct MirrorPictures {
    /// The maximum number of pictures that are reported.
    private static let maximumCount = 1000

    /// The other pictures that were reported.
    private var refused: Set<String> = []

    /// An entry without other pictures; each of them is reported once.
    ///
    /// - Parameters:
    ///   - kind: The kind, as the server names it.
    ///   - schemas: The schemas, which have the fields that are pictures.
    ///   - complain: Receives the message.
    mutating func confined(
        _ entry: JSONValue, of kind: String, _ schemas: EntrySchemas, _ complain: (String) -> Void
    ) -> JSONValue {
        let fields = (try? schemas.schema(of: entry["kind"]?.string ?? EntrySchemas.standardKind))?.fields ?? []
        return PictureLocations.replacing(entry, fields: fields) { location in
            guard !Self.isMirrored(location) else { return location }
            if refused.count < Self.maximumCount, refused.insert("\(kind) \(location)").inserted {
                let shown = location.oneLine(limit: 120)
                complain("the entry of '\(kind)' names a picture that is none of the mirror's; it has none: \(shown)")
            }
            return PictureLocations.missing
        }
    }

    /// True for the path of a picture in the folder of a mirror.
    private static func isMirrored(_ location: String) -> Bool {
        let above = "../"
        guard location.utf8.starts(with: "\(above)covers/".utf8) else { return false }
        return (try? MirrorPath(String(decoding: location.utf8.dropFirst(above.utf8.count), as: UTF8.self))) != nil
    }
}
