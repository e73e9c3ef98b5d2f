import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import SubdialSystem

/// Stores the last valid documents of kinds on disk, so that a restart has data to show and does not query sources before their next date.
struct DataStore: Sendable {
    /// The stored documents of an instance.
    struct StoredData: Sendable, Codable {
        /// The documents by source.
        var documents: [String: JSONValue]
        /// The time of the last answer by the wall clock; nil if there was none.
        var received: Date?
        var validators: [String: URLReader.Validators] = [:]
        /// The schedule, so that a restart does not query earlier than planned, even after a failure.
        var schedule: DataSchedule
        /// The error of the last query; nil if it succeeded.
        var error: KindError?
        /// The start of the current series of failures, by the wall clock.
        var failingSince: Date?
        /// The stored pictures that the entries show; nil in files of earlier versions.
        var pictures: StoredPictures?
        /// The past values of fields; nil in files of earlier versions.
        var histories: [String: FieldHistory]?
    }

    /// The prefix of the files' names.
    static let prefix = "data-"

    /// The maximum size of a file, in bytes.
    private static let maximumLength = 80 << 20

    let folder: PrivateFolder
    let logger: Logger
    let lane: WorkLane

    /// The stored documents of an instance; nil if there are none, or they cannot be read.
    func kept(_ instance: KindInstance) async -> StoredData? {
        let file = file(of: instance)
        return await lane.value { Self.kept(in: file) } ?? nil
    }

    /// The stored documents in a file; nil if there are none, or they cannot be read.
    static func kept(in file: PrivateFile) -> StoredData? {
        guard let bytes = try? file.bytes(limit: maximumLength) else { return nil }
        guard let kept = try? JSONDecoder().decode(StoredData.self, from: Data(bytes)) else { return nil }
        // Dates in the future come from a wrong clock, and must not delay queries.
        return [kept.received, kept.schedule.ended].allSatisfy { $0.map { $0 <= .now } ?? true } ? kept : nil
    }

    /// Stores the documents of an instance; a failure only affects the next start.
    func store(_ kept: StoredData, of instance: KindInstance) {
        let file = file(of: instance)
        let work: @Sendable () -> Void = { [logger] in
            do {
                try file.write([UInt8](JSONEncoder().encode(kept)))
            } catch {
                logger.warning("\(error)")
            }
        }
        if !lane.add(work) { work() }
    }

    /// The name is a hash, because parameter values are arbitrary.
    private func file(of instance: KindInstance) -> PrivateFile {
        folder.file("\(Self.prefix)\(instance.kind.name)-\(String(instance.key.stableHash, radix: 16)).json")
    }
}
