import SubdialExpressions
import SubdialTimeline

/// The pictures that a template may show for an entry by their locations.
///
/// Fields with pictures have been checked when the entry was made. Other texts of a document from another machine may name no file of this one, even if
/// a template shows them as pictures: only addresses, and files in the folder of the entry.
struct PicturePermission {
    /// The locations in the entry's fields for pictures; nil if its documents may name any file.
    private let checked: Set<String>?

    /// Permits every location, as for what no document has written.
    init() { checked = nil }

    init(_ entry: Entry) {
        guard !entry.schema.documentsMayNameFiles else {
            checked = nil
            return
        }
        let content = entry.fields
        var found = Set(content.pictures.values.compactMap(\.location))
        for field in entry.schema.fields {
            if let value = content.values[field.name] {
                Self.collect(value, of: field.type, isPicture: field.name == Self.key, into: &found)
            }
        }
        checked = found
    }

    /// The key that templates read as a picture in any map.
    private static let key = "artwork"

    private static func collect(_ value: Value, of type: FieldType?, isPicture: Bool, into found: inout Set<String>) {
        switch value {
        case .string(let location): if isPicture || type == .image { found.insert(location) }
        case .list(let values):
            var element: FieldType?
            if case .list(let inner)? = type { element = inner }
            for value in values { collect(value, of: element, isPicture: isPicture, into: &found) }
        case .map(let members):
            var fields: [EntryField] = []
            if case .map(let inner)? = type { fields = inner }
            for (key, value) in members {
                collect(value, of: fields.first { $0.name == key }?.type, isPicture: key == Self.key, into: &found)
            }
        default: break
        }
    }

    /// The location if the template may show the picture there; else nil.
    func location(_ location: String?) -> String? { location.flatMap { permits($0) ? $0 : nil } }

    /// True if the template may show the picture at a location.
    func permits(_ location: String) -> Bool {
        guard let checked, !checked.contains(location) else { return true }
        // By bytes: a combining mark behind a slash hides it among characters.
        let bytes = Array(location.utf8)
        guard bytes.first != UInt8(ascii: "/"), !bytes.starts(with: "file:".utf8) else { return false }
        return !bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }
}
