import Drawing
import Files
import Logging
import Timeline

/// One cover on its way from its source to a feed's files.
struct CoverShow: Sendable {
    /// How long the cover before may stay while the new one is fetched: where it comes by then, nothing flashes in between.
    static let grace = Duration.milliseconds(250)

    let picture: EntryPicture?
    let source: (any EntryPictures)?
    /// How often a cover that cannot be had is asked for.
    let attempts: Int
    let settings: ArtSettings
    let folder: CoverFolder
    let workshop: CoverWorkshop
    let claim: CoverClaim?
    let clock: any Clock<Duration>
    let logger: Logger
    /// Tells the picture's own path.
    let changed: @Sendable (String?) -> Void
    let turn: CoverTurn

    /// Shows the cover, and returns when nothing more is to be done for it: for one in a file not before the turn is over, as that may be
    /// overwritten.
    ///
    /// - Parameter isWatching: Whether to look after the file.
    func run(isWatching: Bool) async {
        guard let picture else { return await clear() }
        guard isWatching, let path = picture.location, path.hasPrefix("/") else { return await show(picture) }
        var wasMissing = false
        while turn.isOn, !Task.isCancelled {
            // Watched before it is looked at, so that no change falls in between.
            let changes = FileWatch.shared.changes(of: path)
            let before = PictureFile(at: path)
            await show(picture)
            guard let changes else {
                // A file that has come meanwhile can be watched now; one that is there and cannot is not tried again.
                guard before == nil, !wasMissing, PictureFile(at: path) != nil else { return }
                wasMissing = true
                continue
            }
            for await _ in changes where PictureFile(at: path) != before { break }
            guard turn.isOn, !Task.isCancelled, await isBack(path) else { return }
            turn.note(hasPicture: false)
        }
    }

    /// Whether there is a file again, now or in a few seconds.
    ///
    /// A player that has removed its file is still playing: what is shown stays.
    private func isBack(_ path: String) async -> Bool {
        for pause in [0.0, 0.1, 1, 4] {
            if pause > 0 { try? await clock.sleep(for: .seconds(pause)) }
            guard !Task.isCancelled else { return false }
            if PictureFile(at: path) != nil { return true }
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
            // A cover that a source cannot give now it may give in a moment: many tell of a track before they have loaded its picture.
            if attempt > 1 { try? await clock.sleep(for: .seconds(1 << attempt)) }
            guard turn.isOn, !Task.isCancelled else { return }
            guard let bytes = try? await source?.bytes(of: picture, side: settings.side) else {
                await clear()
                continue
            }
            do throws(CoverError) {
                return await put(try await workshop.picture(CoverOrder(source: CoverSource(bytes), side: settings.side, folder: folder)))
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

    /// Takes the cover before away, unless that of this turn is there by now.
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
    /// What stands at the path while there is no cover.
    fileprivate var standIn: CoverPlaces.Content {
        switch placeholder {
        case .none: .nothing
        case .transparent: .transparent(side: side)
        case .file(let path): .copy(of: path)
        }
    }
}
