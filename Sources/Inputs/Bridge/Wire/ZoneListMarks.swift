import SubdialDocuments
import SubdialPlayback

/// Detects changes of a bridge's list of zones by the answers about single zones.
///
/// Each of these answers has a hash of the list, one of the settings of the device that asks, and usually the list itself. One dialect does not count
/// names in the hash of the list, and the hash of the settings is null for a device without a name. A field that is missing contains no information.
struct ZoneListMarks: Equatable {
    private var zones: String?
    private var settings: String?
    private var names: [ZoneID: String]?

    /// Records the marks of an answer about a zone, or of the error that replaces it.
    ///
    /// - Returns: True if the list or the settings differ from those of the last answer.
    mutating func record(_ answer: JSONValue) -> Bool {
        var isChanged = false
        func update<Value: Equatable>(_ known: inout Value?, to told: Value?) {
            guard let told else { return }
            if let known, known != told { isChanged = true }
            known = told
        }
        update(&zones, to: answer.text("zones_sha").value)
        update(&settings, to: answer.text("config_sha").value)
        update(&names, to: Self.names(of: answer))
        return isChanged
    }

    /// Records the list of zones itself, unless an answer about a zone came before: the next one shows if it has changed meanwhile.
    mutating func begin(with list: [WireZone]) {
        if names == nil { names = Self.names(of: list) }
    }

    /// Records the name that an event has of a zone.
    ///
    /// - Returns: True if the zone had another name in the list; false if there was no list.
    mutating func rename(_ zone: ZoneID, to name: String) -> Bool {
        guard let known = names, known[zone] != name else { return false }
        names?[zone] = name
        return true
    }

    /// Returns the names in the answer's list; nil if it has none, or an empty one beside a zone.
    private static func names(of answer: JSONValue) -> [ZoneID: String]? {
        guard let list = WireZone.list(answer["zones"]), !list.isEmpty || answer["error"] != nil else { return nil }
        return names(of: list)
    }

    private static func names(of list: [WireZone]) -> [ZoneID: String] {
        Dictionary(list.map { ($0.id, $0.name ?? "") }) { first, _ in first }
    }
}
