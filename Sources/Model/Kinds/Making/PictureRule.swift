import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// The rule for the pictures that documents may name.
///
/// The document of a source of this machine may name any file. If a kind has a source of another machine, its documents may name addresses, and files
/// in a folder that `kind.yaml` names. What `kind.yaml` or the user's parameters name themselves is always permitted.
struct PictureRule {
    /// The key that templates read as a picture in any map.
    private static let pictureKey = "artwork"
    /// The maximum number of messages for a response.
    private static let maximumMessages = 8

    /// True if all sources are of this machine.
    private let isLocal: Bool
    /// The names in expressions of what is not from another machine.
    private let localNames: Set<String>
    /// The pictures that were removed, a message for each.
    private(set) var messages: [String] = []

    init(_ kind: Kind) {
        isLocal = kind.sources.allSatisfy { $0.transport.isLocal }
        let local = kind.sources.filter { $0.transport.isLocal }
        localNames = Set(local.map(\.name) + kind.parameters.map(\.name) + ["received", "at", "index"])
    }

    /// The value of a field without the pictures that its document must not name.
    mutating func permitted(_ value: Value, of field: KindField) -> Value {
        if isLocal || field.from != nil && Self.names(in: field).allSatisfy(localNames.contains) { return value }
        let isPicture = field.field.type == .image || field.field.name == Self.pictureKey
        return permitted(value, field, isPicture: isPicture, at: "fields.\(field.field.name)")
    }

    /// The names in the expressions of a field and its members, without that of an element, whose value is the field's own.
    private static func names(in field: KindField) -> [String] {
        (field.from?.names ?? []) + field.members.flatMap(names(in:)).filter { $0 != FieldMaker.itemName }
    }

    private mutating func permitted(_ value: Value, _ field: KindField?, isPicture: Bool, at place: String) -> Value {
        // These values are from kind.yaml.
        if let field, !field.map.isEmpty || value == field.standard { return value }
        switch value {
        case .string(let location) where isPicture && !location.isEmpty:
            guard !Self.isAddress(location), !Self.isInFolder(location, of: field?.from) else { return value }
            report(location, at: place)
            return .missing
        case .list(let values):
            let isPicture = isPicture || field?.field.type == .list(.image)
            return .list(values.map { permitted($0, field, isPicture: isPicture, at: place) })
        case .map(var members):
            for (key, member) in members {
                let inner = field?.members.first { $0.field.name == key }
                let isPicture = key == Self.pictureKey || inner?.field.type == .image
                members[key] = permitted(member, inner, isPicture: isPicture, at: "\(place).\(key)")
            }
            return .map(members)
        default: return value
        }
    }

    private static func isAddress(_ location: String) -> Bool { location.hasPrefix("http://") || location.hasPrefix("https://") }

    /// True if the path leads into the folder with which the text in `kind.yaml` begins, as `icons/{{ data.code }}.png`.
    private static func isInFolder(_ location: String, of expression: KindExpression?) -> Bool {
        guard let prefix = expression?.literalPrefix, !prefix.isEmpty, location.hasPrefix(prefix), !prefix.contains("://") else {
            return false
        }
        let folder = prefix.lastIndex(of: "/").map { prefix[...$0] } ?? ""
        let name = location.dropFirst(folder.count)
        guard folder != "/" else { return false }
        // By bytes: a combining mark behind a slash hides it among characters.
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return folder.isEmpty ? parts.count == 1 : !parts.contains { $0.elementsEqual("..".utf8) }
    }

    private mutating func report(_ location: String, at place: String) {
        let message =
            "\(place): '\(location.oneLine(limit: 120))' is a file of this machine, which a document of another one must not name; "
            + "the picture is left out"
        if messages.count < Self.maximumMessages, !messages.contains(message) { messages.append(message) }
    }
}
