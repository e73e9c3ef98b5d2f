import EngineWire
import Files
import FoundationEssentials
import NowPlaying

/// What a run knows of its live activities, on disk, so that the next one goes on where it ended, however it ended.
public struct ActivityStore: ~Copyable, Sendable {
    /// What is kept.
    public struct Kept: Codable, Sendable {
        /// The activities and where they stand in their lives.
        public var activities: LiveActivities
        /// Every file that may stand in the folder because of them.
        public var files: Set<String>
    }

    /// A state whose clock is farther ahead than an activity can live is of a clock that was wrong.
    static let greatestLead = 12 * 3600.0

    private let path: String
    private let lock: FileLock

    /// Takes the store that belongs to the output folder `folder`.
    ///
    /// - Throws: `ActivityFolderError.busy` where another process has it.
    public init(for folder: String, in folders: UserFolders) throws(ActivityFolderError) {
        // A folder's path holds characters that file names cannot: the name is a hash.
        path = "\(folders.state)/activity-\(String(folder.stableHash, radix: 16)).json"
        do {
            try AtomicFile.makeFolder(folders.state)
        } catch {
            throw .write(error)
        }
        let taken: FileLock?
        do {
            taken = try FileLock.take(path + ".lock")
        } catch {
            throw .state("\(error)")
        }
        guard let taken else { throw .busy(folder) }
        lock = taken
    }

    /// What was kept last, or a new beginning: after a start for the first time, or where what is there cannot be read.
    public func load(timing: ActivityTiming, now: Date) -> Kept {
        guard let data = FileManager.default.contents(atPath: path), var kept = try? JSONDecoder().decode(Kept.self, from: data) else {
            return Kept(activities: LiveActivities(timing: timing), files: [])
        }
        // Other timings, or a clock that has been set right since: the files are known still, the activities are not.
        if kept.activities.timing != timing || kept.activities.clock.timeIntervalSince(now) > Self.greatestLead {
            kept.activities = LiveActivities(timing: timing)
        }
        return kept
    }

    /// Keeps it, whole or not at all.
    public func keep(_ kept: Kept) throws(ActivityFolderError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(kept) else { throw .state("\(path): the activities cannot be written down") }
        do {
            try AtomicFile.write([UInt8](data), to: path)
        } catch {
            throw .write(error)
        }
    }
}

/// Why the pictures of live activities cannot be kept up.
public enum ActivityFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process keeps this folder.
    case busy(String)
    case write(WriteError)
    case state(String)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .busy(let folder): "\(folder): another 'subdial activity --watch' keeps this folder; end it first"
        case .write(let error): error.description
        case .state(let reason): reason
        }
    }
}
