import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialWidgets

/// The parsed path of a request: `/`, `/NAME`, or `/KIND/FILE`.
enum ServePath: Hashable {
    /// A file of the page, or one of the server's own endpoints.
    case top(String)
    /// The picture of a kind in a family.
    case picture(kind: String, family: WidgetFamily, format: PanelFile.Format)
    /// The description of that picture, as JSON.
    case description(kind: String, family: WidgetFamily)
    /// The entry of a kind, as JSON.
    case entry(kind: String)

    /// - Parameter path: The percent-encoded path of the request.
    /// - Throws: ``ServeError`` for a path that does not exist.
    init(_ path: String) throws(ServeError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map { $0.percentDecoded }
        guard path.utf8.first == UInt8(ascii: "/"), parts.count <= 2, !parts.contains(nil) else { throw Self.nothing(path) }
        switch (parts.first ?? "", parts.count) {
        case (let name?, 0), (let name?, 1): self = .top(name)
        case (let kind?, _):
            guard let file = parts[1] else { throw Self.nothing(path) }
            self = try Self.file(file, of: kind, path)
        case (nil, _): throw Self.nothing(path)
        }
    }

    private static func file(_ file: String, of kind: String, _ path: String) throws(ServeError) -> ServePath {
        // The kind's name becomes a folder name.
        guard kind.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }), !kind.hasPrefix("."), kind.utf8.count <= 200
        else { throw nothing(path) }
        if file == "entry.json" { return .entry(kind: kind) }
        guard let dot = file.lastIndex(of: ".") else { throw nothing(path) }
        let (name, ending) = (String(file[..<dot]), file[file.index(after: dot)...])
        let format = PanelFile.Format(rawValue: String(ending))
        guard format != nil || ending == "json" else {
            throw ServeError(
                .notFound,
                "there is no '\(path.oneLine(limit: 80))': pictures end in .png, those of one bit in .bmp too, what goes with them in .json"
            )
        }
        guard let family = WidgetFamily(rawValue: name) else {
            let known = WidgetFamily.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: name, among: known)
            throw ServeError(
                .notFound,
                "there is no family '\(name.oneLine(limit: 80))'\(hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint)")
        }
        return format.map { .picture(kind: kind, family: family, format: $0) } ?? .description(kind: kind, family: family)
    }

    private static func nothing(_ path: String) -> ServeError {
        ServeError(.notFound, "there is nothing at '\(path.oneLine(limit: 80))'; pictures are at /KIND/FAMILY.png")
    }
}
