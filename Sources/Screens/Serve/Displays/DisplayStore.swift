import FoundationEssentials
import SubdialConcurrency
import SubdialEngine
import SubdialSystem

/// The displays of a server, stored in a file that only its owner can read, so that keys and names survive a restart.
///
/// Several servers share the file: each reads the changes of the others, and writes only its own changes.
actor DisplayStore {
    /// The maximum number of stored displays that are not configured; the least recently seen is removed first.
    private static let maximumStrangers = 32
    /// The time in seconds within which a mere new request of a display is not written again.
    private static let pause = 60
    /// The maximum number of unknown displays that are added within a ``pause``.
    static let maximumNew = 32
    /// The maximum size of the file, in bytes.
    private static let maximumBytes = 16 << 20

    private struct Document: Codable {
        var displays: [DisplayRecord]
    }

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let file: PrivateFile
    private var records: [String: DisplayRecord] = [:]
    /// The records as they are in the file.
    private var written: [String: DisplayRecord] = [:]
    /// The version of the file as it was read; it differs after another process has written the file.
    private var version: FileVersion?
    /// The times at which unknown displays were added, in seconds since 1970.
    private var arrivals: [Int] = []

    /// Reads the file; an invalid one is renamed, and displays then request new keys.
    init(_ file: PrivateFile) {
        self.file = file
        if let found = Self.read(file) { (records, written, version) = (found.records, found.records, found.version) }
    }

    /// The display with an id; nil if it is unknown.
    func record(id: String) -> DisplayRecord? {
        reload()
        return records[id]
    }

    /// The display with a key; nil if there is none.
    func record(key: String) -> DisplayRecord? {
        reload()
        return records.values.first { $0.key == key }
    }

    /// The display with a secret in the URLs of its pictures; nil if there is none.
    func record(pictureKey: String) -> DisplayRecord? {
        reload()
        return records.values.first { $0.pictureKey == pictureKey }
    }

    /// Stores the state of a display.
    ///
    /// - Parameter known: The ids of the configuration.
    /// - Returns: The stored record; if two servers issued a key to the display at the same time, it has the first one's key.
    /// - Throws: An error if it cannot be stored, and ``ServeError`` if too many unknown displays arrive at once; nothing has changed then.
    @discardableResult
    func store(_ record: DisplayRecord, known: Set<String>) async throws -> DisplayRecord {
        reload()
        if let before = written[record.id], record.isSame(as: before), (0..<Self.pause).contains(record.seen - before.seen) {
            records[record.id] = record
            return record
        }
        let isStranger = !known.contains(record.id) && written[record.id] == nil
        if isStranger {
            arrivals = arrivals.filter { (0..<Self.pause).contains(record.seen - $0) }
            guard arrivals.count < Self.maximumNew else {
                throw ServeError(.unavailable, "too many displays ask that are not in the configuration; ask again in a minute")
            }
        }
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        reload()
        let record = record.identified(as: written[record.id])
        var next = records
        next[record.id] = record
        let strangers = next.values.filter { !known.contains($0.id) && $0.id != record.id }.sorted { $0.seen < $1.seen }
        for stranger in strangers.prefix(max(0, strangers.count + 1 - Self.maximumStrangers)) { next[stranger.id] = nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(displays: next.values.sorted { $0.id < $1.id })
        try file.write([UInt8](try encoder.encode(document)))
        (records, written, version) = (next, next, Self.version(of: file))
        if isStranger { arrivals.append(record.seen) }
        return record
    }

    /// The displays of a file, for output to users; empty if it cannot be read.
    static func records(in file: PrivateFile) -> [DisplayRecord] {
        guard let bytes = try? file.bytes(limit: maximumBytes) else { return [] }
        return (try? displays(in: bytes)) ?? []
    }

    /// Decodes the displays of a file.
    ///
    /// - Throws: An error if the bytes are invalid.
    static func displays(in bytes: [UInt8]) throws -> [DisplayRecord] {
        try JSONDecoder().decode(Document.self, from: Data(bytes)).displays
    }

    // MARK: The file

    /// Loads the changes of other servers.
    private func reload() {
        guard let present = Self.version(of: file), present != version, let found = Self.read(file) else { return }
        (records, written, version) = (found.records, found.records, found.version)
    }

    private func lock() async throws -> SharedFileLock {
        for _ in 0..<500 {
            if let lock = try SharedFileLock(file.appending(".lock")) { return lock }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ServeError(.failed, "\(file.path): another program holds it")
    }

    private static func version(of file: PrivateFile) -> FileVersion? { FileVersion(path: file.path, followsLinks: true) }

    /// The file's records; nil if it cannot be read.
    private static func read(_ file: PrivateFile) -> (records: [String: DisplayRecord], version: FileVersion)? {
        guard let version = version(of: file), let bytes = try? file.bytes(limit: maximumBytes) else { return nil }
        if let displays = try? displays(in: bytes) {
            return (Dictionary(displays.map { ($0.id, $0) }) { first, _ in first }, version)
        }
        let bad = file.appending(".bad").path
        try? FileManager.default.removeItem(atPath: bad)
        try? FileManager.default.moveItem(atPath: file.path, toPath: bad)
        return nil
    }
}
