import Expressions
import Files
import FoundationEssentials
import JSON
import Kinds
import Logging

/// The last good documents of kinds on disk: a restart has something to show, and does not ask again before it is time.
struct DataStore: Sendable {
    /// The kept documents of an instance.
    struct Kept: Sendable, Codable {
        /// The documents by their sources.
        var documents: [String: JSONValue]
        /// By the wall clock.
        var received: Date
        var validators: [String: URLReader.Validators] = [:]
        /// When questions were asked in the last day, by the wall clock.
        var questions: [Date] = []
        /// The date of the next question, by the data's own word.
        var after: Date?
    }

    /// The largest file that is read, in bytes.
    private static let maximumLength = 80 << 20

    let folder: String
    let logger: Logger
    let lane: WorkLane

    /// The kept documents of an instance; nil where there are none, or they cannot be read.
    func kept(_ instance: KindInstance) -> Kept? {
        guard let data = FileManager.default.contents(atPath: path(instance)), data.count <= Self.maximumLength else { return nil }
        guard let kept = try? JSONDecoder().decode(Kept.self, from: data) else { return nil }
        // A clock that ran ahead must not keep anybody from asking.
        return kept.received <= .now ? kept : nil
    }

    /// Keeps the documents of an instance; those that cannot be kept are missed at the next start only.
    func keep(_ kept: Kept, of instance: KindInstance) {
        let path = path(instance)
        let work: @Sendable () -> Void = { [logger] in
            do {
                try AtomicFile.write([UInt8](JSONEncoder().encode(kept)), to: path, isPrivate: true)
            } catch {
                logger.warning("\(error)")
            }
        }
        if !lane.add(work) { work() }
    }

    /// Names of parameters are a user's: the file's name is a hash (FNV-1a, 64 bits).
    private func path(_ instance: KindInstance) -> String {
        let hash = instance.key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(folder)/data-\(instance.kind.name)-\(String(hash, radix: 16)).json"
    }
}
