import FoundationEssentials
import Glibc
import SubdialConcurrency
import SubdialDrawing
import SubdialSystem
import Synchronization

/// The cover files of all feeds, and their owners.
///
/// Several feeds may specify the same file: those of several monitors' bars, or a reconfigured feed and its successor. The feed that
/// started last owns it. When that feed ends, the previous one owns it again. Pending work of a feed never overwrites another feed's cover.
final class CoverPlaces: Sendable {
    /// The places of this process, which the feeds of an engine share.
    static let shared = CoverPlaces()

    /// The content of a cover file.
    enum Content: Sendable {
        case nothing
        case picture([UInt8])
        /// A transparent square.
        case transparent(side: Int)
        /// A copy of a picture file.
        case copy(of: String)
    }

    fileprivate struct Owner {
        let id: Int
        /// Called after the file has changed, regardless of the writer.
        let changed: @Sendable () async -> Void
        /// Called when this owner gets the file back.
        let regained: @Sendable () -> Void
    }

    private struct State {
        var owners: [String: [Owner]] = [:]
        var lastID = 0
    }

    private let lane: WorkLane
    private let state = Mutex(State())

    /// Makes places with their own thread for writes, or a shared one.
    init(lane: WorkLane = WorkLane()) {
        self.lane = lane
    }

    /// Takes the ownership of the file at `path`.
    func claim(
        _ path: String, changed: @escaping @Sendable () async -> Void, regained: @escaping @Sendable () -> Void
    ) -> CoverClaim {
        let key = Self.key(path)
        let id = state.withLock { state in
            state.lastID += 1
            state.owners[key, default: []].append(Owner(id: state.lastID, changed: changed, regained: regained))
            return state.lastID
        }
        return CoverClaim(path: path, key: key, id: id, places: self)
    }

    fileprivate func release(_ key: String, _ id: Int) {
        let heir = state.withLock { state -> Owner? in
            guard var owners = state.owners[key], let index = owners.firstIndex(where: { $0.id == id }) else { return nil }
            let wasLast = index == owners.count - 1
            owners.remove(at: index)
            state.owners[key] = owners.isEmpty ? nil : owners
            return wasLast ? owners.last : nil
        }
        heir?.regained()
    }

    /// Writes on the thread, if the owner still owns the file and `isCurrent` returns true.
    fileprivate func put(
        _ content: Content, at path: String, _ key: String, _ id: Int, isCurrent: @escaping @Sendable () -> Bool
    ) async throws(WriteError) {
        let outcome = await lane.value { () -> Result<Bool, WriteError> in
            guard self.isOwner(key, id), isCurrent() else { return .success(false) }
            return Result { () throws(WriteError) in try content.write(to: path) }
        }
        guard let outcome, try outcome.get() else { return }
        for owner in state.withLock({ $0.owners[key] ?? [] }) { await owner.changed() }
    }

    /// Waits until all pending writes are complete.
    func flush() async { _ = await lane.value {} }

    private func isOwner(_ key: String, _ id: Int) -> Bool {
        state.withLock { $0.owners[key]?.last?.id == id }
    }

    /// A key that is equal for all spellings of a path.
    private static func key(_ path: String) -> String {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        guard let real = realpath(folder, nil) else { return url.standardized.path }
        defer { free(real) }
        return String(cString: real) + "/" + url.lastPathComponent
    }
}

/// A feed's ownership of its cover file, which ends with the claim.
final class CoverClaim: Sendable {
    /// The path of the file.
    let path: String
    private let key: String
    private let id: Int
    private let places: CoverPlaces

    fileprivate init(path: String, key: String, id: Int, places: CoverPlaces) {
        self.path = path
        self.key = key
        self.id = id
        self.places = places
    }

    deinit { release() }

    /// Returns the file to its previous owner; a second call has no effect.
    func release() { places.release(key, id) }

    /// Writes the content, unless another feed owns the file by now.
    ///
    /// - Parameter isCurrent: Called directly before the file is written; returns false to cancel.
    func put(_ content: CoverPlaces.Content, isCurrent: @escaping @Sendable () -> Bool) async throws(WriteError) {
        try await places.put(content, at: path, key, id, isCurrent: isCurrent)
    }
}

extension CoverPlaces.Content {
    /// Writes the content to `path`, by renaming.
    ///
    /// - Returns: True if the file has changed. If a source picture cannot be read, the file is removed, because it shows another track.
    func write(to path: String) throws(WriteError) -> Bool {
        switch self {
        case .nothing: return Self.remove(path)
        case .picture(let bytes): return try AtomicFile.write(bytes, to: path)
        case .transparent(let side):
            guard let bytes = try? PNG.encode(Bitmap(width: side, height: side)) else { return Self.remove(path) }
            return try AtomicFile.write(bytes, to: path)
        case .copy(let placeholder):
            guard let bytes = InputFile.picture(at: placeholder) else { return Self.remove(path) }
            return try AtomicFile.write(bytes, to: path)
        }
    }

    /// Removes only a file: if the user specified a folder, it is not removed.
    private static func remove(_ path: String) -> Bool { unlink(path) == 0 }
}
