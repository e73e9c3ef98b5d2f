import FoundationEssentials
import Hummingbird
import SubdialBasics
import SubdialWidgets

/// A request for a picture: an entry and a look.
struct PreviewRequest: Hashable, Sendable {
    let look: PictureQuery
    /// The name of the entry; nil for the initial one.
    let entry: String?

    /// - Throws: ``ServeError`` for an unknown family or an invalid look.
    init(_ items: [(name: String, value: String)]) throws(ServeError) {
        var family = WidgetFamily.systemMedium
        for (name, value) in items where name == "family" {
            guard let known = WidgetFamily(rawValue: value) else {
                throw ServeError(
                    .badRequest,
                    "family takes one of \(WidgetFamily.allCases.map(\.rawValue).joined(separator: ", ")), not '\(value.oneLine(limit: 80))'"
                )
            }
            family = known
        }
        entry = items.last { $0.name == "entry" }.flatMap { $0.value.isEmpty ? nil : $0.value }
        look = try PictureQuery(family, items.filter { !["family", "entry", "name"].contains($0.name) })
    }
}
