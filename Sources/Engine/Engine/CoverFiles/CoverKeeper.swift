import Logging
import SubdialConcurrency
import SubdialDrawing
import SubdialTimeline

/// Updates the cover file for one feed when the track changes.
///
/// The file at the configured path is replaced by renaming, so that readers always find a complete picture. It shows the previous track's
/// cover for ``CoverShow/grace`` at most. All pending work of the keeper ends with it.
actor CoverKeeper {
    static let attempts = 3

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
        _ settings: ArtSettings, folder: String, workingFolder: String, logger: Logger, workshop: CoverWorkshop = .shared,
        places: CoverPlaces = .shared, clock: any Clock<Duration> = ContinuousClock(), changed: @escaping @Sendable (String?) -> Void
    ) {
        self.settings = settings
        self.folder = CoverFolder(path: folder)
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
