import FoundationEssentials
import HummingbirdCore
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialDrawing
import SubdialEngine
import SubdialExpressions
import SubdialGLib
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// Creates transfer contexts from the state of kinds and the files to draw them.
actor TransferContexts {
    /// The maximum number of kinds in a context.
    private static let maximumKinds = 32
    /// The maximum wait for a source that has never answered.
    private static let patience = Duration.seconds(10)
    /// The time until an unavailable picture is fetched again, in seconds.
    private static let picturePause = 10.0

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let supplier: any WidgetSupplier
    private let showings: FollowedWidgets
    private let studio: PictureRenderer
    private let events: EventStreams
    nonisolated let shelf: TransferStore
    private let folders: TransferFolders
    private let reports: PictureReports

    /// - Parameter reports: Receives the messages about pictures that mirrors do not have.
    init(
        supplier: any WidgetSupplier, showings: FollowedWidgets, studio: PictureRenderer, events: EventStreams, shelf: TransferStore,
        folders: TransferFolders, reports: PictureReports
    ) {
        self.supplier = supplier
        self.showings = showings
        self.studio = studio
        self.events = events
        self.shelf = shelf
        self.folders = folders
        self.reports = reports
    }

    /// The context of some kinds.
    ///
    /// - Parameters:
    ///   - kinds: The kinds as written in URLs; nil for those of the page.
    ///   - hasFonts: False for a display that has the fonts.
    /// - Throws: ``ServeError``, for example for an unknown kind.
    func context(of named: [String]?, hasFonts: Bool) async throws -> TransferContext {
        let kinds: [String]
        if let named {
            guard (1...Self.maximumKinds).contains(named.count) else {
                throw ServeError(.badRequest, "kinds takes 1 to \(Self.maximumKinds) names, parted by commas")
            }
            kinds = named
        } else {
            kinds = Array(try await supplier.listed().map(\.kind).prefix(Self.maximumKinds))
        }
        var context = TransferContext()
        var pictures: [TransferContext.File] = []
        for kind in kinds {
            let showing = try await showings.showing(FollowedWidgets.Key(kind: kind, subject: nil))
            let source = showing.source
            let moment = await showing.moment(within: Self.patience)
            let now = Date.now
            var portable: PortableEntry?
            if let scene = moment?.scene, let entry = scene.timeline.entry(at: now) {
                portable = await PortableEntry(entry, of: scene, folder: source.folder, on: shelf, reports)
            }
            pictures += portable?.files ?? []
            let next = moment?.scene.timeline.nextDate(after: now)
            let retry = portable?.isComplete == false ? Self.roundedUp(now.addingTimeInterval(Self.picturePause)) : nil
            context.kinds.append(
                TransferContext.Kind(
                    kind: kind, title: source.title, folder: source.kind, theme: source.theme, timeZone: source.timeZones.standard,
                    fingerprint: "\(moment?.fingerprint ?? "").\(events.generation)", entry: portable?.json,
                    next: [next, retry].compactMap { $0 }.min()))
        }
        try await addTemplates(of: Set(context.kinds.map(\.folder)).sorted(), to: &context)
        if hasFonts { try await addFonts(to: &context) }
        let known = Set(pictures)
        context.files += known.sorted { $0.path < $1.path }
        await addMedia(to: &context)
        return context
    }

    /// Rounds up to a multiple of the pause, so that consecutive requests get equal contexts.
    private static func roundedUp(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 / picturePause).rounded(.up) * picturePause)
    }

    private func addTemplates(of kinds: [String], to context: inout TransferContext) async throws {
        let roots = folders.roots
        for (name, paths) in folders.files(of: kinds) {
            let path = "templates/\(name)"
            // A link that leads out of the folders is not transferred, merged or not.
            if paths.count == 2, await shelf.add(file: paths[0], within: roots) == nil {
                context.left.append(path)
            } else if paths.count == 2, let user = Self.text(paths[0]), let shipped = Self.text(paths[1]),
                let merged = TransferFolders.merged(user, over: shipped)
            {
                context.files.append(TransferContext.File(path, await shelf.add(merged)))
            } else if let first = paths.first, let item = await shelf.add(file: first, within: roots) {
                context.files.append(TransferContext.File(path, item))
            } else if !paths.isEmpty {
                context.left.append(path)
            }
        }
    }

    /// Adds the files that messages have announced, if they are what was announced.
    private func addMedia(to context: inout TransferContext) async {
        for file in await supplier.announcedFiles() {
            let path = "media/\(file.name)"
            guard !context.media.contains(where: { $0.path == path }), !context.left.contains(path) else { continue }
            // Only files of the folder itself, so that a message cannot disclose others by a link.
            let root = TransferFolders.resolved(file.folder)
            if let root, let item = await shelf.add(file: "\(file.folder)/\(file.name)", within: [root], limit: file.size),
                item.size == file.size, item.address == file.checksum
            {
                context.media.append(TransferContext.File(path, item))
            } else {
                context.left.append(path)
            }
        }
    }

    private func addFonts(to context: inout TransferContext) async throws {
        var byteCount = 0
        for (index, font) in TransferFonts(try await studio.fonts()).files.enumerated() {
            let item = await shelf.add(file: font.path, within: nil, limit: FontFile.maximumBytes, where: { FontFile.isFont($0) })
            if let item, index < TransferFonts.maximumCount, byteCount + item.size <= TransferFonts.maximumBytes {
                byteCount += item.size
                context.files.append(TransferContext.File("fonts/\(font.name)", item))
            } else {
                context.left.append("fonts/\(font.name)")
            }
        }
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The locations of a server's fonts in a mirror, whose order is that of the names.
struct TransferFonts: Sendable {
    /// The maximum number of fonts, and their maximum size together, in bytes.
    static let (maximumCount, maximumBytes) = (4000, 512 << 20)

    /// The fonts in order of precedence: their paths on the server, and their names below `fonts`.
    let files: [(path: String, name: String)]

    /// - Parameter paths: The paths of the fonts in order of precedence.
    init(_ paths: [String]) {
        var folders: [(path: String, name: String)] = []
        files = paths.enumerated().map { index, path in
            let parts = path.split(separator: "/")
            let parent = parts.dropLast().joined(separator: "/")
            if !folders.contains(where: { $0.path == parent }) {
                // The number keeps the order, and distinguishes folders of the same name.
                let number = folders.count < 100 ? String(folders.count + 100).dropFirst() : "x\(folders.count + 10_000)"
                folders.append((parent, "\(number)-\(Self.plain(parts.dropLast().last ?? "fonts"))"))
            }
            let folder = folders.first { $0.path == parent }?.name ?? ""
            // The number keeps the order, and distinguishes files whose names are equal without non-ASCII letters.
            let number = String(index + 10_000).dropFirst()
            return (path, "\(folder)/\(number)-\(Self.plain(parts.last ?? "font"))")
        }
    }

    private static func plain(_ name: Substring) -> String {
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
        return plain.hasPrefix(".") ? "_" + plain : plain
    }
}

/// An entry for a mirror: its pictures are files of the mirror.
struct PortableEntry: Sendable {
    fileprivate let json: JSONValue
    fileprivate let files: [TransferContext.File]
    /// False if the picture that determines the entry's colours may become available a little later.
    fileprivate let isComplete: Bool

    /// - Parameters:
    ///   - folder: The folder to which the entry's picture paths are relative; nil for none.
    ///   - shelf: The shelf that receives the pictures.
    ///   - reports: Receives the messages about pictures that the mirror does not have.
    init(
        _ entry: Entry, of scene: EntryProvider.Scene, folder: String?, on shelf: TransferStore, _ reports: PictureReports
    ) async {
        var entry = entry.disclosed
        var files: [TransferContext.File] = []
        var isComplete = true
        let own = entry.cover?.picture
        var content = entry.fields
        for (name, picture) in content.pictures {
            var file: TransferContext.File?
            if picture == own {
                if let cover = await scene.cover(of: entry), let ending = Self.ending(cover.bytes) {
                    file = Self.file(await shelf.add(cover.bytes), ending)
                } else {
                    isComplete = false
                }
            } else if let location = picture.location {
                file = await Self.file(at: location, in: folder, on: shelf, reports)
            }
            if let file { files.append(file) }
            content.pictures[name]?.location = file.map { "../\($0.path)" } ?? picture.location.map { _ in PictureLocations.missing }
        }
        entry.content = content
        // Pictures inside lists are not separate fields.
        var found: [String: TransferContext.File?] = [:]
        let fields = entry.schema.fields
        let written = entry.json
        for location in fields.flatMap({ PictureLocations.inLists(of: written[$0.name], $0.type) }) where found[location] == nil {
            found[location] = .some(await Self.file(at: location, in: folder, on: shelf, reports))
        }
        guard case .object(let members) = written else {
            (json, self.files, self.isComplete) = (written, files, isComplete)
            return
        }
        json = .object(
            members.map { member in
                guard let field = fields.first(where: { $0.name == member.key }), field.type != .image else { return member }
                return JSONMember(
                    member.key,
                    PictureLocations.replacing(member.value, of: field.type) { location in
                        found[location].flatMap { $0 }.map { "../\($0.path)" } ?? PictureLocations.missing
                    })
            })
        self.files = files + found.values.compactMap { $0 }
        self.isComplete = isComplete
    }

    private static func file(
        at location: String, in folder: String?, on shelf: TransferStore, _ reports: PictureReports
    ) async -> TransferContext.File? {
        var path = location
        if path.hasPrefix("file://") { path = URL(string: path)?.path ?? path }
        if !path.hasPrefix("/") { path = (folder ?? ".") + "/" + path }
        // A source may name any file of this machine, so only files in a supported picture format are transferred.
        guard
            let item = await shelf.add(file: path, within: nil, limit: ImageLimits.standard.maxBytes, where: { Self.ending($0) != nil })
        else {
            reports.refuse(
                location, version: FileVersion(path: path, followsLinks: true).map { "\($0.size) \($0.modified)" } ?? "",
                "no picture of at most \(PictureLimit.bytes >> 20) MiB that a mirror can draw", standIn: "mirrors draw a placeholder")
            return nil
        }
        return Self.file(item, "picture")
    }

    private static func file(_ item: TransferItem, _ ending: String) -> TransferContext.File {
        TransferContext.File("covers/\(item.address).\(ending)", item)
    }

    /// The file extension of a picture; nil for an unsupported format.
    private static func ending(_ bytes: [UInt8]) -> String? {
        switch ImageFormat.sniff(bytes) {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .gif: "gif"
        case .bmp: "bmp"
        case .avif: "avif"
        case .heic: "heic"
        case .svg, .pdf, .unknown: nil
        }
    }
}

/// The current state of some kinds, with a manifest of all files that are needed to draw the same pixels on another machine.
struct TransferContext: Sendable {
    /// A file of the manifest.
    struct File: Hashable, Sendable {
        /// The path in the mirror's folder.
        let path: String
        let item: TransferItem
        let mediaType: String
    }

    /// The current state of a kind.
    struct Kind: Sendable {
        /// The kind as written in the URL.
        let kind: String
        let title: String
        /// The name of its template folder.
        let folder: String
        let theme: String
        let timeZone: String
        /// The fingerprint that `/events` sends.
        let fingerprint: String
        /// The entry; nil if the source has not answered.
        let entry: JSONValue?
        /// The time at which another entry is due; nil if unknown.
        let next: Date?
    }

    var kinds: [Kind] = []
    var files: [File] = []
    /// The files that players have announced, in the order in which to fetch them.
    var media: [File] = []
    /// The paths of files that are not transferred: links that lead out of the folders, unreadable files, and announced files that are not what was
    /// announced.
    var left: [String] = []

    /// The context as JSON; its revision is a hash of the rest, so equal contexts have equal revisions.
    var json: JSONValue {
        let content: [JSONMember] = [
            JSONMember("kinds", .array(kinds.map(\.json))), JSONMember("files", .array(files.map(\.json))),
            // Not among the files: a mirror of an earlier version would refuse the context.
            JSONMember("media", .array(media.map(\.json))),
            JSONMember("left", .array(left.map { .string($0) })),
        ]
        let revision = SHA256.hex(Array(JSONValue.object(content).text().utf8), digits: 16)
        return .object([JSONMember("version", .integer(1)), JSONMember("revision", .string(revision))] + content)
    }

    /// The media type of a file by its extension.
    fileprivate static func mediaType(_ path: String) -> String {
        switch path.split(separator: ".").last {
        case "yaml": "application/yaml"
        case "svg": "image/svg+xml"
        case "ttf": "font/ttf"
        case "otf": "font/otf"
        case "ttc", "otc": "font/collection"
        case "png": "image/png"
        case "jpg": "image/jpeg"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }
}

extension TransferContext.File {
    init(_ path: String, _ item: TransferItem) {
        self.init(path: path, item: item, mediaType: TransferContext.mediaType(path))
    }

    fileprivate var json: JSONValue {
        .object([
            JSONMember("path", .string(path)), JSONMember("sha256", .string(item.address)), JSONMember("size", .integer(Int64(item.size))),
            JSONMember("type", .string(mediaType)),
        ])
    }
}

extension TransferContext.Kind {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("kind", .string(kind)), JSONMember("title", .string(title)), JSONMember("templates", .string(folder)),
            JSONMember("theme", .string(theme)), JSONMember("timeZone", .string(timeZone)),
            JSONMember("fingerprint", .string(fingerprint)), JSONMember("entry", entry ?? .null),
            JSONMember("next", next.map { .string($0.iso8601) } ?? .null),
        ])
    }
}
