import FoundationEssentials
import JSON

/// A folder that is kept equal to what a server of widgets offers: what another Subdial needs to draw the same pictures by itself.
public actor Mirror {
    /// The kinds, limits and options of a mirror.
    public struct Options: Sendable {
        /// The kinds; none for those that the server shows.
        public var kinds: [String] = []
        /// False where the fonts of this machine are those of the server.
        public var hasFonts = true
        /// The most bytes of all files.
        public var limit = 1 << 30

        /// The server's own kinds, with their fonts, of up to 1 GiB.
        public init() {}
    }

    /// How often the server may have other files before all that a context names were fetched.
    private static let maximumRounds = 4

    let server: MirrorServer
    let folder: MirrorFolder
    let options: Options
    var record: MirrorRecord
    /// When another entry is due, by the context that was applied last.
    private(set) var nextEntry: Date?
    /// True where the last context was another one than that before.
    private(set) var hasNews = false
    /// The files that the server does not give away, as they were told last.
    private var left: [String] = []
    /// The record as it stands on the disk.
    private var written: MirrorRecord?

    let tell: @Sendable (String) async -> Void
    let complain: @Sendable (String) -> Void

    /// Opens the folder, which is made.
    ///
    /// - Parameters:
    ///   - tell: Takes a line of JSON about what has changed, and returns once it is written.
    ///   - complain: Takes a line about what is not as it should be.
    /// - Throws: ``MirrorError``.
    public init(
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

    /// Makes the folder equal to what the server offers now, and tells each kind that is another one.
    ///
    /// - Throws: ``MirrorError``; entries stay those that their files are there for.
    public func synchronize() async throws(MirrorError) {
        for round in 1... {
            let context = try MirrorContext(
                try await server.context(of: options.kinds, hasFonts: options.hasFonts), limit: options.limit)
            do throws(MirrorError) {
                return try await apply(context)
            } catch {
                // A file was written to between the two questions.
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
            // The files that are put there from now on are recorded as the mirror's own first, so that they are after a kill too.
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

    /// True where a file is what it should be.
    private func isThere(_ file: MirrorContext.File) -> Bool {
        guard let identity = folder.identity(of: file.path), identity.size == file.size else { return false }
        if let known = record.files[file.path], known.address == file.address, known.modified == identity.modified { return true }
        guard folder.address(of: file.path) == file.address else { return false }
        if record.files[file.path]?.address == file.address { record.files[file.path]?.modified = identity.modified }
        return true
    }

    /// Removes what the mirror has put there and the context does not name any more.
    private func removeOld(_ context: MirrorContext) {
        let paths = Set(context.files.map(\.path))
        for (path, file) in record.files where !paths.contains(path) {
            // A file that somebody else has put in its place stays.
            if folder.identity(of: path)?.modified == file.modified || folder.address(of: path) == file.address { folder.remove(path) }
            record.files[path] = nil
        }
        for kind in record.entries where !context.kinds.contains(where: { $0.name == kind }) {
            if let path = try? MirrorPath(entryOf: kind) { folder.remove(path) }
            record.entries.remove(kind)
        }
    }

    /// Has the disk hold what is known of the folder.
    func keepRecord() throws(MirrorError) {
        guard record != written else { return }
        try folder.write(record.bytes, toOwn: MirrorRecord.name)
        written = record
    }
}
