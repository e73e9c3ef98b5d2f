import FoundationEssentials
import Glibc
import SubdialPlayback
import SubdialSystem

/// A folder that contains exactly the pictures that live activities show now.
///
/// A file is written atomically by renaming, only if its bytes have changed, and removed when no activity shows it any more. The file names
/// are recorded beforehand, so that the run after a kill finds all files of the earlier one.
package struct ActivityFolder: ~Copyable, Sendable {
    private let path: String
    private let store: ActivityStore
    private var kept: ActivityStore.Kept

    /// Opens the folder at `path`, and removes the temporary files of an earlier run.
    ///
    /// - Throws: `ActivityFolderError.busy` if another process holds it.
    package init(_ path: String, in folders: UserFolders, timing: ActivityTiming = ActivityTiming(), now: Date) throws(ActivityFolderError)
    {
        self.path = path
        store = try ActivityStore(for: path, in: folders)
        kept = store.load(timing: timing, now: now)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            // The names of `AtomicFile`'s temporary files: `.lockScreen.png.4711.1.new`.
            guard name.hasPrefix("."), name.hasSuffix(".new"), kept.files.contains(where: { name.hasPrefix(".\($0).") }) else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// The activities after the last change.
    package var activities: LiveActivities { kept.activities }

    /// Makes the folder contain `pictures`, by file name, and removes all other recorded files.
    ///
    /// - Returns: The names of the changed or removed files, sorted.
    /// - Throws: `ActivityFolderError.write`; failed writes are repeated at the next call.
    package mutating func show(_ pictures: [String: [UInt8]], of activities: LiveActivities) throws(ActivityFolderError) -> [String] {
        let before = kept.files
        let next = ActivityStore.Kept(activities: activities, files: before.union(pictures.keys))
        // If neither has changed, the record is not written.
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

    /// Removes all pictures, for example after the last follower has stopped; the state of the activities is kept.
    package mutating func clear() throws(ActivityFolderError) {
        _ = try show([:], of: kept.activities)
        try store.keep(kept)
    }
}
