import Files
import FoundationEssentials

/// The displays that a server knows, in a file for its owner alone: keys and names outlive a restart.
actor DisplayStore {
    /// The most displays that are kept that the configuration does not name; the one that was away longest goes first.
    static let maximumStrangers = 32

    private struct Document: Codable {
        var displays: [DisplayRecord]
    }

    private let path: String
    private var records: [String: DisplayRecord]

    /// Reads the file at `path`; one that cannot be read is set aside, and displays ask for another key.
    init(_ path: String) {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            records = [:]
            return
        }
        if let document = try? JSONDecoder().decode(Document.self, from: data) {
            records = Dictionary(document.displays.map { ($0.id, $0) }) { first, _ in first }
        } else {
            try? FileManager.default.removeItem(atPath: path + ".bad")
            try? FileManager.default.moveItem(atPath: path, toPath: path + ".bad")
            records = [:]
        }
    }

    /// The display of that id; nil where it was never seen.
    func record(id: String) -> DisplayRecord? { records[id] }

    /// The display that has this key; nil where none has.
    func record(key: String) -> DisplayRecord? { records.values.first { $0.key == key } }

    /// The display whose pictures have this word in their addresses; nil where there is none.
    func record(pictureKey: String) -> DisplayRecord? { records.values.first { $0.pictureKey == pictureKey } }

    /// Keeps what is known of a display.
    ///
    /// - Parameter known: The ids of the configuration.
    /// - Throws: Where it cannot be kept; nothing has changed then.
    func keep(_ record: DisplayRecord, known: Set<String>) throws {
        var next = records
        next[record.id] = record
        let strangers = next.values.filter { !known.contains($0.id) && $0.id != record.id }.sorted { $0.seen < $1.seen }
        for stranger in strangers.prefix(max(0, strangers.count + 1 - Self.maximumStrangers)) { next[stranger.id] = nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(displays: next.values.sorted { $0.id < $1.id })
        try AtomicFile.write([UInt8](try encoder.encode(document)), to: path, isPrivate: true)
        records = next
    }
}
