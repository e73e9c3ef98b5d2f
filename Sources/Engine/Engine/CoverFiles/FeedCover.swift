import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialSystem
import SubdialTimeline

/// The covers of one feed: fetches each from its source, and shows it in the cover file and in the file of its own that lines refer to.
///
/// The cover file shows the previous track's cover for ``grace`` at most.
actor FeedCover {
    /// The time for which the previous cover may stay while the new one is fetched, which avoids flicker.
    static let grace = Duration.milliseconds(250)
    /// The maximum number of requests for a cover: many sources report a track before they have loaded its picture.
    private static let attempts = 3

    private let settings: ArtSettings
    /// The folder of the files that have a path for each cover.
    private let folder: PrivateFolder
    private let logger: Logger
    private let reports: PictureReports
    private let pictures: CoverPictures
    private let clock: any Clock<Duration>
    private let changed: @Sendable (String?) -> Void
    private let command: UpdateCommand?
    private let subscriber: CoverSubscriber?
    /// The last cover, or none; nil before the first.
    private var shown: EntryPicture??
    /// The work for the last cover; cancelled work changes nothing.
    private var work: Task<Void, Never>?
    /// The path of the cover's own file; nil while there is none.
    private var path: String? {
        didSet { changed(path) }
    }

    /// Makes the covers of a feed; ``end()`` must be called after the last one.
    ///
    /// - Parameter changed: Receives the path of the cover's own file; nil while there is none.
    init(
        _ settings: ArtSettings, folder: PrivateFolder, workingFolder: String, logger: Logger, reports: PictureReports,
        pictures: CoverPictures = .shared, clock: any Clock<Duration> = ContinuousClock(),
        changed: @escaping @Sendable (String?) -> Void = { _ in }
    ) {
        self.settings = settings
        self.folder = folder
        self.logger = logger
        self.reports = reports
        self.pictures = pictures
        self.clock = clock
        self.changed = changed
        let command = settings.command.map { UpdateCommand($0, workingFolder: workingFolder, logger: logger) }
        self.command = command
        subscriber = settings.path.map { path in
            CoverSubscriber(path: path, logger: logger) { await command?.run(with: ["SUBDIAL_ART": path]) }
        }
    }

    /// Starts to show a cover, or none; has no effect for the cover that is shown.
    func show(_ picture: EntryPicture?, from source: (any EntryPictures)?) {
        if let shown, shown == picture { return }
        start(picture, from: source, attempts: Self.attempts, isWatching: true)
    }

    /// Shows a cover, or none, and returns the path of its own file after all files are written.
    func showOnce(_ picture: EntryPicture?, from source: (any EntryPictures)?) async -> String? {
        await start(picture, from: source, attempts: 1, isWatching: false).value
        await command?.finish()
        return path
    }

    /// Stops all work, and starts to return the cover file to the feed that had it before.
    func end() {
        work?.cancel()
        guard let subscriber else { return }
        // Nobody waits for it, because the file may be a pipe whose reader is slow.
        work = Task { await subscriber.writer.remove(subscriber) }
    }

    @discardableResult
    private func start(
        _ picture: EntryPicture?, from source: (any EntryPictures)?, attempts: Int, isWatching: Bool
    ) -> Task<Void, Never> {
        work?.cancel()
        shown = picture
        // A line must never contain the path of another track's cover, not even for a moment.
        path = nil
        let work = Task {
            if let subscriber { await subscriber.writer.add(subscriber) }
            guard let picture else { return await clear() }
            guard isWatching, let file = picture.location, file.hasPrefix("/") else {
                return await find(picture, from: source, attempts: attempts)
            }
            await follow(file) { await self.find(picture, from: source, attempts: attempts) }
        }
        self.work = work
        return work
    }

    /// Calls `find` for the file of a cover, and again each time that the file is overwritten.
    private func follow(_ file: String, _ find: () async -> Void) async {
        var wasMissing = false
        while !Task.isCancelled {
            // The file is watched before it is read, so that no change is missed in between.
            let changes = FileWatch.shared.changes(of: file)
            let before = FileVersion(path: file, followsLinks: true)
            await find()
            guard let changes else {
                // A file that has appeared meanwhile can now be watched; for an existing file that cannot be watched there is no retry.
                guard before == nil, !wasMissing, FileVersion(path: file, followsLinks: true) != nil else { return }
                wasMissing = true
                continue
            }
            for await _ in changes where FileVersion(path: file, followsLinks: true) != before { break }
            // Without its file, the cover is removed, as a feed that starts now shows none.
            await waitUntilBack(file)
        }
    }

    /// Waits up to about five seconds for a file to exist again, because players replace their files in several steps.
    private func waitUntilBack(_ file: String) async {
        for pause in [0.0, 0.1, 1, 4] {
            if pause > 0 { try? await clock.sleep(for: .seconds(pause)) }
            if Task.isCancelled || FileVersion(path: file, followsLinks: true) != nil { return }
        }
    }

    private func find(_ picture: EntryPicture, from source: (any EntryPictures)?, attempts: Int) async {
        let place = picture.location ?? "the cover '\(picture.key)'"
        for attempt in 1...max(1, attempts) {
            if attempt > 1 { try? await clock.sleep(for: .seconds(1 << attempt)) }
            guard !Task.isCancelled else { return }
            switch await fetch(picture, from: source) {
            case .success(let found)?:
                for loss in found.losses { reports.warn(place, version: picture.key, "\(loss)") }
                return await show(found)
            case .failure(let refusal)?:
                guard refusal.error != .cancelled else { return }
                reports.refuse(place, version: refusal.digest.text, "\(refusal.error)", standIn: "the cover cannot be shown")
                return await clear()
            case nil: await clear()
            }
        }
    }

    /// The cover as a square; nil if the source has none yet.
    ///
    /// Meanwhile, the previous cover is removed after ``grace``.
    private func fetch(_ picture: EntryPicture, from source: (any EntryPictures)?) async -> Result<CoverPicture, Refusal>? {
        // The end of this function cancels the removal, and waits for its end.
        async let _: Void = clearAfterGrace()
        guard let bytes = try? await source?.bytes(of: picture, side: settings.side) else { return nil }
        let request = CoverRequest(bytes, side: settings.side, folder: folder)
        do throws(ImageError) {
            return .success(try await pictures.picture(request))
        } catch {
            return .failure(Refusal(error: error, digest: request.digest))
        }
    }

    /// A picture that cannot be decoded.
    private struct Refusal: Error {
        let error: ImageError
        let digest: WideHash
    }

    private func clearAfterGrace() async {
        guard (try? await clock.sleep(for: Self.grace)) != nil else { return }
        await clear()
    }

    private func clear() async {
        await write { [settings] in settings.standIn() }
        if !Task.isCancelled { path = nil }
    }

    private func show(_ picture: CoverPicture) async {
        if let problem = picture.problem { logger.error("\(problem)") }
        // The writer stores the content, so it refers to the file if there is one.
        if let file = picture.file {
            await write { InputFile.picture(at: file) }
        } else {
            await write { picture.png }
        }
        if !Task.isCancelled { path = picture.file }
    }

    private func write(_ content: @escaping CoverWriter.Content) async {
        if let subscriber { await subscriber.writer.show(content, for: subscriber) }
    }
}
