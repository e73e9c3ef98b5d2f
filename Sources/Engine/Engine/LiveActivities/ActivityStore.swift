import FoundationEssentials
import SubdialBasics
import SubdialEngineWire
import SubdialPlayback
import SubdialSystem

/// The stored state of a run's live activities, from which the next run continues, even after a kill.
package struct ActivityStore: ~Copyable, Sendable {
    /// The stored content.
    package struct StoredActivities: Codable, Sendable {
        /// The activities with their life-cycle states.
        package var activities: LiveActivities
        /// All files that may exist in the folder because of them.
        package var files: Set<String>
    }

    /// The maximum lead of a state's clock, in seconds; a larger one comes from a wrong clock, because activities do not live that long.
    private static let greatestLead = 12 * 3600.0

    /// The maximum size of the file, in bytes.
    private static let maximumBytes = 16 << 20

    private let file: PrivateFile
    private let lock: FileLock

    /// Opens the store for the output folder `folder`.
    ///
    /// - Throws: `ActivityFolderError.busy` if another process holds it.
    package init(for folder: String, in folders: UserFolders) throws(ActivityFolderError) {
        // The name is a hash, because a path contains characters that file names cannot.
        file = folders.state.file("activity-\(String(folder.stableHash, radix: 16)).json")
        let taken: FileLock?
        do {
            taken = try file.appending(".lock").lock()
        } catch {
            throw .state("\(error)")
        }
        guard let taken else { throw .busy(folder) }
        lock = taken
    }

    /// The stored content, or empty content if there is none or it cannot be read.
    package func load(timing: ActivityTiming, now: Date) -> StoredActivities {
        guard let bytes = try? file.bytes(limit: Self.maximumBytes),
            var kept = try? JSONDecoder().decode(StoredActivities.self, from: Data(bytes))
        else {
            return StoredActivities(activities: LiveActivities(timing: timing), files: [])
        }
        // With another timing, or after a correction of the clock, the files are still valid, but the activities are not.
        if kept.activities.timing != timing || kept.activities.clock.timeIntervalSince(now) > Self.greatestLead {
            kept.activities = LiveActivities(timing: timing)
        }
        return kept
    }

    /// Stores the content atomically.
    package func store(_ kept: StoredActivities) throws(ActivityFolderError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(kept) else { throw .state("\(file.path): the activities cannot be written down") }
        do {
            try file.write([UInt8](data))
        } catch {
            throw .write(error)
        }
    }
}

/// The error of the folder of live activities.
package enum ActivityFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process holds the folder.
    case busy(String)
    case write(WriteError)
    case state(String)

    /// The problem, its place and the remedy.
    package var description: String {
        switch self {
        case .busy(let folder): "\(folder): another 'subdial activity --watch' keeps this folder; end it first"
        case .write(let error): error.description
        case .state(let reason): reason
        }
    }
}

extension ActivityFolderError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        if case .busy = self { .wrongUsage } else { .cannotWrite }
    }
}
