import SubdialBasics
import SubdialSnapshots
import SubdialSystem

/// The store of a suite with its cache on this machine.
struct SuiteStore {
    let store: any PictureStore
    let cache: PictureCache
    var transfer: PictureTransfer { PictureTransfer(store, cache) }

    /// The store of a suite; nil if it has none.
    ///
    /// - Throws: ``PictureStoreError`` for a store that cannot be used.
    init?(of suite: SnapshotSuite, _ environment: [String: String]) throws(PictureStoreError) {
        guard let written = suite.store, let cache = Self.cache(of: suite, environment) else { return nil }
        self.cache = cache
        if written.hasPrefix("s3://") {
            store = try RemoteStore(s3: written, environment)
        } else if written.hasPrefix("https://") || written.hasPrefix("http://") {
            store = try RemoteStore(url: written, environment)
        } else {
            store = try FolderStore(path: suite.absolute(written))
        }
    }

    /// The cache of a suite's store, which needs no access to it; nil if it has none.
    static func cache(of suite: SnapshotSuite, _ environment: [String: String]) -> PictureCache? {
        guard let written = suite.store else { return nil }
        let place = written.contains("://") ? written : suite.absolute(written)
        let name = String(place.stableHash, radix: 16)
        return PictureCache(path: "\(UserFolders(environment: environment).cache.path)/snapshots/\(name)")
    }
}

extension PictureStoreError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .unavailable }
}
