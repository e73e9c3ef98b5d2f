import FoundationEssentials
import SubdialConcurrency
import SubdialDocuments

/// A local folder with the state and files of a widget server, from which another Subdial draws the same pictures by itself.
package actor Mirror {
    /// The kinds, limits and options of a mirror.
    package struct Options: Sendable {
        /// The kinds; empty for those that the server shows.
        package var kinds: [String] = []
        /// False if this machine has the server's fonts.
        package var hasFonts = true
        /// The maximum size of all files, in bytes.
        package var limit = 1 << 30

        /// Options for the server's own kinds, with fonts, up to 1 GiB.
        package init() {}
    }

    /// The maximum number of contexts that are tried while the server's files change.
    private static let maximumRounds = 4

    private let executor = WorkExecutor()
    /// A queue of its own: most of the work is with files.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let server: MirrorServer
    let folder: MirrorFolder
    let options: Options
    var record: MirrorRecord
    /// The time at which another entry is due, from the last applied context.
    private(set) var nextEntry: Date?
    /// True if the last context differed from the one before.
    private(set) var hasNews = false
    /// The files that the server does not transfer, as last reported.
    private var left: [String] = []
    /// The record as it is on disk.
    private var written: MirrorRecord?

    let tell: @Sendable (String) async -> Void
    let complain: @Sendable (String) -> Void

    /// Opens the folder, and creates it if necessary.
    ///
    /// - Parameters:
    ///   - tell: Receives a JSON line about each change, and returns after it is written.
    ///   - complain: Receives a warning line.
    /// - Throws: ``MirrorError``.
    package init(
        of address: String, in folder: String, token: String?, _ options: Options, userAgent: String,
        tell: @escaping @Sendable (String) async -> Void, complain: @escaping @Sendable (String) -> Void
    ) throws(MirrorError) {
        server = try MirrorServer(address, token: token, userAgent: userAgent)
        let opened = try MirrorFolder(folder)
        self.folder = opened
        record = opened.own(MirrorRecord.name).map(MirrorRecord.init) ?? MirrorRecord()
        self.options = options
        self.tell = tell
        self.complain = complain
    }

    /// Updates the folder to the server's current state, and reports each changed kind.
    ///
    /// - Throws: ``MirrorError``; the entries then remain those whose files are present.
    package func synchronize() async throws(MirrorError) {
        for round in 1... {
            let context = try MirrorContext(
                try await server.context(of: options.kinds, hasFonts: options.hasFonts), limit: options.limit)
            do throws(MirrorError) {
                return try await apply(context)
            } catch {
                // A file changed between the two requests.
                guard case .stale = error, round < Self.maximumRounds else { throw error }
            }
        }
    }

    private func apply(_ context: MirrorContext) async throws(MirrorError) {
        if context.left != left {
            left = context.left
            if let first = left.first {
                complain("the server does not give away \(left.count) of its files, such as \(first): they are links out of its folders")
            }
        }
        let missing = context.files.filter { !isThere($0) }
        folder.removeParts(except: Set(missing.map(\.address)))
        var places: [String: [MirrorPath]] = [:]
        for file in missing { places[file.address, default: []].append(file.path) }
        for file in missing where places[file.address]?.first == file.path { try await fetch(file) }
        if !missing.isEmpty {
            // New files are recorded before they are placed, so that they are known as the mirror's own even after a kill.
            for file in missing { record.files[file.path] = MirrorRecord.File(address: file.address, modified: nil, size: file.size) }
            try keepRecord()
            for (address, paths) in places {
                try folder.place(address, at: paths)
                for path in paths { record.files[path]?.modified = folder.identity(of: path)?.modified }
            }
            folder.synchronize()
        }
        var changed = missing.contains { $0.path.parts[0] != "covers" } ? Set(context.kinds.map(\.name)) : []
        for kind in context.kinds {
            guard let entry = kind.entry else { continue }
            if try folder.write(Array(entry.utf8), to: kind.path) { changed.insert(kind.name) }
            record.entries.insert(kind.name)
        }
        removeOld(context)
        hasNews = record.revision != context.revision
        record.revision = context.revision
        try keepRecord()
        nextEntry = context.kinds.compactMap { $0.next.flatMap { try? Date($0, strategy: .iso8601) } }.min()
        for kind in context.kinds where changed.contains(kind.name) {
            let line = JSONValue.object([JSONMember("changed", .string(kind.name)), JSONMember("revision", .string(context.revision))])
            await tell(line.text())
        }
    }

    /// True if a file is present with the right content.
    private func isThere(_ file: MirrorContext.File) -> Bool {
        guard let identity = folder.identity(of: file.path), identity.size == file.size else { return false }
        if let known = record.files[file.path], known.address == file.address, known.modified == identity.modified { return true }
        guard folder.address(of: file.path) == file.address else { return false }
        if record.files[file.path]?.address == file.address { record.files[file.path]?.modified = identity.modified }
        return true
    }

    /// Removes the mirror's files that the context no longer lists.
    private func removeOld(_ context: MirrorContext) {
        let paths = Set(context.files.map(\.path))
        for (path, file) in record.files where !paths.contains(path) {
            // A file that another program has put in its place stays.
            if folder.identity(of: path)?.modified == file.modified || folder.address(of: path) == file.address { folder.remove(path) }
            record.files[path] = nil
        }
        for kind in record.entries where !context.kinds.contains(where: { $0.name == kind }) {
            if let path = try? MirrorPath(entryOf: kind) { folder.remove(path) }
            record.entries.remove(kind)
        }
    }

    /// Writes the record to disk if it has changed.
    func keepRecord() throws(MirrorError) {
        guard record != written else { return }
        try folder.write(record.bytes, toOwn: MirrorRecord.name)
        written = record
    }
}
