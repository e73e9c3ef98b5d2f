import FoundationEssentials
import Glibc
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialSystem
import SubdialTimeline
import Synchronization

/// Updates the cover file for one feed when the track changes.
///
/// The file at the configured path is replaced by renaming, so that readers always find a complete picture. It shows the previous track's
/// cover for ``CoverShow/grace`` at most. All pending work of the keeper ends with it.
actor CoverKeeper {
    private static let attempts = 3

    private let settings: ArtSettings
    private let folder: CoverFolder
    private let logger: Logger
    private let command: UpdateCommand?
    private let workshop: CoverWorkshop
    private let places: CoverPlaces
    private let clock: any Clock<Duration>
    /// Receives the picture's path; nil while there is none.
    private let changed: @Sendable (String?) -> Void
    private let tasks = TaskSet()
    private var claim: CoverClaim?
    private var last: CoverShow?
    /// The work for the last cover.
    private var work: Task<Void, Never>?

    init(
        _ settings: ArtSettings, folder: PrivateFolder, workingFolder: String, logger: Logger, workshop: CoverWorkshop = .shared,
        places: CoverPlaces = .shared, clock: any Clock<Duration> = ContinuousClock(), changed: @escaping @Sendable (String?) -> Void
    ) {
        self.settings = settings
        self.folder = CoverFolder(folder: folder)
        self.logger = logger
        self.workshop = workshop
        self.places = places
        self.clock = clock
        self.changed = changed
        command = settings.command.map { UpdateCommand($0, workingFolder: workingFolder, logger: logger) }
    }

    deinit {
        // No work retains the keeper, so that it is released with its feed.
        last?.turn.end()
        tasks.cancel()
        claim?.release()
    }

    /// Starts to show another cover, or none.
    func show(_ picture: EntryPicture?, from source: (any EntryPictures)?) {
        guard last.map({ $0.picture != picture }) ?? true else { return }
        // A line must never contain the path of another track's cover, not even for a moment.
        begin(picture, source, attempts: Self.attempts, isWatching: true) { $0(nil) }
    }

    /// Shows another cover, or none, and returns after the files are written.
    func showNow(_ picture: EntryPicture?, from source: (any EntryPictures)?) async {
        begin(picture, source, attempts: 1, isWatching: false) { $0(nil) }
        await work?.value
        await command?.finish()
    }

    /// Shows the same cover again, after another feed has used the file.
    private func showAgain() {
        guard let last else { return }
        begin(last.picture, last.source, attempts: last.attempts, isWatching: true) { _ in }
    }

    private func begin(
        _ picture: EntryPicture?, _ source: (any EntryPictures)?, attempts: Int, isWatching: Bool,
        telling: (@Sendable (String?) -> Void) -> Void
    ) {
        last?.turn.end()
        work?.cancel()
        telling(changed)
        claimPlace()
        let show = CoverShow(
            picture: picture, source: source, attempts: attempts, settings: settings, folder: folder, workshop: workshop,
            claim: claim, clock: clock, logger: logger, changed: changed, turn: CoverTurn())
        last = show
        work = tasks.add { await show.run(isWatching: isWatching) }
    }

    private func claimPlace() {
        guard claim == nil, let path = settings.path else { return }
        claim = places.claim(path) { [command] in
            await command?.run(with: ["SUBDIAL_ART": path])
        } regained: { [weak self, tasks] in
            tasks.add { [weak self] in await self?.showAgain() }
        }
    }
}

/// The task of fetching one cover from its source and writing it to a feed's files.
struct CoverShow: Sendable {
    /// The time for which the previous cover may stay while the new one is fetched, which avoids flicker.
    static let grace = Duration.milliseconds(250)

    let picture: EntryPicture?
    let source: (any EntryPictures)?
    /// The maximum number of requests for an unavailable cover.
    let attempts: Int
    let settings: ArtSettings
    let folder: CoverFolder
    let workshop: CoverWorkshop
    let claim: CoverClaim?
    let clock: any Clock<Duration>
    let logger: Logger
    /// Receives the path of the picture's own file.
    let changed: @Sendable (String?) -> Void
    let turn: CoverTurn

    /// Shows the cover, and returns when no more work is necessary.
    ///
    /// For a cover that is a file, that is the end of the turn, because the file may be overwritten.
    ///
    /// - Parameter isWatching: True to watch the file.
    func run(isWatching: Bool) async {
        guard let picture else { return await clear() }
        guard isWatching, let path = picture.location, path.hasPrefix("/") else { return await show(picture) }
        var wasMissing = false
        while turn.isOn, !Task.isCancelled {
            // The file is watched before it is read, so that no change is missed in between.
            let changes = FileWatch.shared.changes(of: path)
            let before = FileVersion(path: path, followsLinks: true)
            await show(picture)
            guard let changes else {
                // A file that has appeared meanwhile can now be watched; for an existing file that cannot be watched there is no retry.
                guard before == nil, !wasMissing, FileVersion(path: path, followsLinks: true) != nil else { return }
                wasMissing = true
                continue
            }
            for await _ in changes where FileVersion(path: path, followsLinks: true) != before { break }
            guard turn.isOn, !Task.isCancelled, await isBack(path) else { return }
            turn.note(hasPicture: false)
        }
    }

    /// Waits up to about five seconds for the file to exist again.
    ///
    /// A player that has removed its file is still playing, so the shown cover stays.
    private func isBack(_ path: String) async -> Bool {
        for pause in [0.0, 0.1, 1, 4] {
            if pause > 0 { try? await clock.sleep(for: .seconds(pause)) }
            guard !Task.isCancelled else { return false }
            if FileVersion(path: path, followsLinks: true) != nil { return true }
        }
        return false
    }

    private func show(_ picture: EntryPicture) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                guard (try? await clock.sleep(for: Self.grace)) != nil else { return }
                await clear()
            }
            await find(picture)
            group.cancelAll()
        }
    }

    private func find(_ picture: EntryPicture) async {
        for attempt in 1...max(1, attempts) {
            // An unavailable cover may become available soon: many sources report a track before they have loaded its picture.
            if attempt > 1 { try? await clock.sleep(for: .seconds(1 << attempt)) }
            guard turn.isOn, !Task.isCancelled else { return }
            guard let bytes = try? await source?.bytes(of: picture, side: settings.side) else {
                await clear()
                continue
            }
            do throws(CoverError) {
                return await put(try await workshop.picture(CoverOrder(source: EncodedCover(bytes), side: settings.side, folder: folder)))
            } catch .cancelled {
                return
            } catch {
                logger.warning("the cover cannot be shown: \(error)", metadata: ["cover": "\(picture.key)"])
                return await clear()
            }
        }
    }

    private func put(_ picture: CoverPicture) async {
        if let problem = picture.problem { logger.error("\(problem)") }
        turn.note(hasPicture: true)
        do throws(WriteError) {
            try await claim?.put(.picture(picture.png)) { [turn] in turn.isOn }
            turn.whileOn { changed(picture.file) }
        } catch {
            logger.error("\(error)")
            turn.note(hasPicture: false)
            await clear()
        }
    }

    /// Removes the previous cover, unless the cover of this turn has been written.
    private func clear() async {
        do throws(WriteError) {
            try await claim?.put(settings.standIn) { [turn] in turn.isEmpty }
        } catch {
            logger.error("\(error)")
        }
        turn.whileEmpty { changed(nil) }
    }
}

extension ArtSettings {
    /// The content of the cover file while there is no cover.
    fileprivate var standIn: CoverPlaces.Content {
        switch placeholder {
        case .none: .nothing
        case .transparent: .transparent(side: side)
        case .file(let path): .copy(of: path)
        }
    }
}

/// The period in which a feed shows one cover, until the next cover or the feed's end.
///
/// All work for a cover refers to its turn: late work finds that the turn has ended, and changes nothing.
final class CoverTurn: Sendable {
    private struct State {
        var isOver = false
        var hasPicture = false
    }

    private let state = Mutex(State())

    /// True if the cover is still the current one.
    fileprivate var isOn: Bool { state.withLock { !$0.isOver } }

    /// True if the cover is still the current one, and its picture has not been found yet.
    fileprivate var isEmpty: Bool { state.withLock { !$0.isOver && !$0.hasPicture } }

    /// Records if the picture of this turn is available.
    fileprivate func note(hasPicture: Bool) {
        state.withLock { $0.hasPicture = hasPicture }
    }

    /// Calls `body` unless the turn has ended; `body` must not call methods of the turn.
    fileprivate func whileOn(_ body: () -> Void) {
        state.withLock { if !$0.isOver { body() } }
    }

    /// Calls `body` unless the turn has ended or its picture is available.
    fileprivate func whileEmpty(_ body: () -> Void) {
        state.withLock { if !$0.isOver, !$0.hasPicture { body() } }
    }

    /// Ends the turn, after any running ``whileOn(_:)``.
    fileprivate func end() {
        state.withLock { $0.isOver = true }
    }
}

/// A disk cache of square covers, with one file for each picture and size, so that different pictures have different paths.
///
/// Its methods block, and must be called on a separate thread.
struct CoverFolder: Hashable, Sendable {
    /// The maximum number of cached pictures; the least recently used are removed first.
    private static let limit = 200

    let folder: PrivateFolder

    /// The file for a cover's content and size, which need not exist.
    private func file(of digest: WideHash, side: Int) -> PrivateFile { folder.file("\(digest.text)-\(side).png") }

    /// The cached picture, if it exists and is complete; marks it as used now.
    func picture(of digest: WideHash, side: Int) -> CoverPicture? {
        let file = file(of: digest, side: side).path
        // A file that was being written during a power failure may be empty.
        guard let bytes = InputFile.picture(at: file), ImageFormat.sniff(bytes) == .png else { return nil }
        utimensat(AT_FDCWD, file, nil, 0)
        return CoverPicture(png: bytes, file: file)
    }

    /// Caches a picture, if possible.
    func keep(_ png: [UInt8], of digest: WideHash, side: Int) -> CoverPicture {
        let file = file(of: digest, side: side)
        do {
            try file.write(png)
        } catch {
            return CoverPicture(png: png, file: nil, problem: error)
        }
        trim(keeping: file.path)
        return CoverPicture(png: png, file: file.path)
    }

    private func trim(keeping newest: String) {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            $0.hasSuffix(".png") && !$0.hasPrefix(".")
        }
        guard files.count > Self.limit else { return }
        let dated = files.map { file in
            let file = folder.file(file).path
            return (FileVersion(path: file)?.modified ?? .min, file)
        }
        for (_, file) in dated.sorted(by: { $0.0 < $1.0 }).dropLast(Self.limit) where file != newest {
            unlink(file)
        }
    }
}

/// A cover as a square PNG.
struct CoverPicture: Hashable, Sendable {
    let png: [UInt8]
    /// The path of its cache file; nil if it could not be written.
    let file: String?
    /// The error of the cache file.
    var problem: WriteError?
}
