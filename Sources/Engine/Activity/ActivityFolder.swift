import Files
import FoundationEssentials
import Glibc
import NowPlaying

/// A folder in which just those pictures stand that live activities show now.
///
/// A file appears whole, is replaced by renaming, only when its bytes change, and goes when nothing shows it any more. What may stand
/// there is written down beforehand, so that a run that is killed leaves nothing that the next one does not find.
public struct ActivityFolder: ~Copyable, Sendable {
    private let path: String
    private let store: ActivityStore
    private var kept: ActivityStore.Kept

    /// Takes the folder at `path`, and wipes what an earlier run left half done.
    ///
    /// - Throws: `ActivityFolderError.busy` where another process keeps it.
    public init(_ path: String, in folders: UserFolders, timing: ActivityTiming = ActivityTiming(), now: Date) throws(ActivityFolderError) {
        self.path = path
        store = try ActivityStore(for: path, in: folders)
        kept = store.load(timing: timing, now: now)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            // `AtomicFile`'s names for what is not whole yet: `.lockScreen.png.4711.1.new`.
            guard name.hasPrefix("."), name.hasSuffix(".new"), kept.files.contains(where: { name.hasPrefix(".\($0).") }) else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// The activities as of the last change.
    public var activities: LiveActivities { kept.activities }

    /// Makes the folder show `pictures`, by file name, and nothing else of what it showed before.
    ///
    /// - Returns: The names of the files that are others now, or gone, sorted.
    /// - Throws: `ActivityFolderError.write`; what could not be written is tried again the next time.
    public mutating func show(_ pictures: [String: [UInt8]], of activities: LiveActivities) throws(ActivityFolderError) -> [String] {
        let before = kept.files
        let next = ActivityStore.Kept(activities: activities, files: before.union(pictures.keys))
        // Where neither has changed, neither is written.
        if next.files != before || next.activities != kept.activities { try store.keep(next) }
        kept = next
        var changed: [String] = []
        for (name, bytes) in pictures.sorted(by: { $0.key < $1.key }) {
            do {
                if try AtomicFile.write(bytes, to: "\(path)/\(name)") { changed.append(name) }
            } catch {
                throw .write(error)
            }
        }
        for name in before.subtracting(pictures.keys).sorted() {
            if unlink("\(path)/\(name)") == 0 { changed.append(name) }
            kept.files.remove(name)
        }
        return changed.sorted()
    }

    /// Takes all pictures away, as when nobody follows the activities any more; where they stand in their lives is kept.
    public mutating func clear() throws(ActivityFolderError) {
        _ = try show([:], of: kept.activities)
        try store.keep(kept)
    }
}
