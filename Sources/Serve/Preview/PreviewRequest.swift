import FoundationEssentials
import Hummingbird
import Widgets

/// A picture that the page asks for: an entry in a look.
struct PreviewRequest: Hashable, Sendable {
    let look: PictureQuery
    /// The name of the entry; nil for the one that is shown at first.
    let entry: String?

    /// - Throws: ``ServeError`` for a family or a look that there is not.
    init(_ items: [(name: String, value: String)]) throws(ServeError) {
        var family = WidgetFamily.systemMedium
        for (name, value) in items where name == "family" {
            guard let known = WidgetFamily(rawValue: value) else {
                throw ServeError(
                    .badRequest,
                    "family takes one of \(WidgetFamily.allCases.map(\.rawValue).joined(separator: ", ")), not '\(value.shown)'")
            }
            family = known
        }
        entry = items.last { $0.name == "entry" }.flatMap { $0.value.isEmpty ? nil : $0.value }
        look = try PictureQuery(family, items.filter { !["family", "entry", "name"].contains($0.name) })
    }
}
