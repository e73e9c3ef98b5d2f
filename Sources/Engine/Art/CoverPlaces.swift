import Drawing
import Files
import FoundationEssentials
import Glibc
import Synchronization

/// The files at which feeds keep the cover that is shown, and which feed each belongs to.
///
/// Several feeds may name the same file: that of each monitor's bar, or one that was reconfigured and its successor. It belongs to the feed
/// that began last. When that one ends, the one before has it again. Nothing that a feed still had under way overwrites another's cover.
final class CoverPlaces: Sendable {
    /// Those of this process: the feeds of an engine share them.
    static let shared = CoverPlaces()

    /// What is to stand at a place.
    enum Content: Sendable {
        case nothing
        case picture([UInt8])
        /// A square without colour.
        case transparent(side: Int)
        /// A copy of a picture file.
        case copy(of: String)
    }

    fileprivate struct Owner {
        let id: Int
        /// Told after the file has become another one, whoever has written it.
        let changed: @Sendable () async -> Void
        /// Told when the file is this owner's again.
        let regained: @Sendable () -> Void
    }

    private struct State {
        var owners: [String: [Owner]] = [:]
        var lastID = 0
    }

    private let lane: WorkLane
    private let state = Mutex(State())

    /// Makes places that are written on a thread of their own, or on that of others.
    init(lane: WorkLane = WorkLane()) {
        self.lane = lane
    }

    /// Takes the file at `path` over from whoever has it.
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

    /// Writes on the thread, where the file is still that owner's and `isCurrent` says so.
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

    private func isOwner(_ key: String, _ id: Int) -> Bool {
        state.withLock { $0.owners[key]?.last?.id == id }
    }

    /// The same for all ways to write a path.
    private static func key(_ path: String) -> String {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        guard let real = realpath(folder, nil) else { return url.standardized.path }
        defer { free(real) }
        return String(cString: real) + "/" + url.lastPathComponent
    }
}

/// A feed's hold on the file of its cover, which ends with it.
final class CoverClaim: Sendable {
    /// The file.
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

    /// Gives the file back to the feed that had it before; it may be given back twice.
    func release() { places.release(key, id) }

    /// Has something stand there, unless the file is another feed's by now.
    ///
    /// - Parameter isCurrent: Asked just before the file is written.
    func put(_ content: CoverPlaces.Content, isCurrent: @escaping @Sendable () -> Bool) async throws(WriteError) {
        try await places.put(content, at: path, key, id, isCurrent: isCurrent)
    }
}
