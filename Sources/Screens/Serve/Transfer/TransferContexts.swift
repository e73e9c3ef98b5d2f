import FoundationEssentials
import Hummingbird
import SubdialConcurrency
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialTimeline
import SubdialWidgets

/// Creates transfer contexts from the state of kinds and the files to draw them.
actor TransferContexts {
    /// The maximum number of kinds in a context.
    static let maximumKinds = 32
    /// The maximum wait for a source that has never answered.
    private static let patience = Duration.seconds(10)
    /// The time until an unavailable picture is fetched again, in seconds.
    private static let picturePause = 10.0

    private let executor = WorkExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let supplier: any WidgetSupplier
    private let showings: Showings
    private let studio: Studio
    private let events: EventStreams
    nonisolated let shelf: TransferShelf
    private let folders: TransferFolders

    init(
        supplier: any WidgetSupplier, showings: Showings, studio: Studio, events: EventStreams, shelf: TransferShelf,
        folders: TransferFolders
    ) {
        self.supplier = supplier
        self.showings = showings
        self.studio = studio
        self.events = events
        self.shelf = shelf
        self.folders = folders
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
            let showing = try await showings.showing(Showings.Key(kind: kind, subject: nil))
            let source = showing.source
            let moment = await showing.moment(within: Self.patience)
            let now = Date.now
            var portable: PortableEntry?
            if let scene = moment?.scene, let entry = scene.timeline.entry(at: now) {
                portable = await PortableEntry(entry, of: scene, folder: source.folder, on: shelf)
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
            if paths.count == 2, await shelf.put(file: paths[0], within: roots) == nil {
                context.left.append(path)
            } else if paths.count == 2, let user = Self.text(paths[0]), let shipped = Self.text(paths[1]),
                let merged = TransferFolders.merged(user, over: shipped)
            {
                context.files.append(TransferContext.File(path, await shelf.put(merged)))
            } else if let first = paths.first, let item = await shelf.put(file: first, within: roots) {
                context.files.append(TransferContext.File(path, item))
            } else if !paths.isEmpty {
                context.left.append(path)
            }
        }
    }

    private func addFonts(to context: inout TransferContext) async throws {
        let fonts = TransferFonts(try await studio.fonts())
        for (path, name) in fonts.files {
            if let item = await shelf.put(file: path, within: nil) {
                context.files.append(TransferContext.File("fonts/\(name)", item))
            } else {
                context.left.append("fonts/\(name)")
            }
        }
        guard let text = folders.resources.text("fonts.conf")?.text else { return }
        context.files.append(
            TransferContext.File("templates/fonts.conf", await shelf.put(Array(fonts.configuration(from: text).utf8))))
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
