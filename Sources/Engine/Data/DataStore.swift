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
        /// By the wall clock; nil where no question has had an answer yet.
        var received: Date?
        var validators: [String: URLReader.Validators] = [:]
        /// A restart does not ask before it is time, whether or not the last question had an answer.
        var schedule: DataSchedule
        /// Why the last question had no answer; nil where it had one.
        var error: KindError?
        /// Since when there has been none, by the wall clock.
        var failingSince: Date?
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
        return [kept.received, kept.schedule.ended].allSatisfy { $0.map { $0 <= .now } ?? true } ? kept : nil
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

    /// Names of parameters are a user's: the file's name is a hash.
    private func path(_ instance: KindInstance) -> String {
        "\(folder)/data-\(instance.kind.name)-\(String(instance.key.stableHash, radix: 16)).json"
    }
}
