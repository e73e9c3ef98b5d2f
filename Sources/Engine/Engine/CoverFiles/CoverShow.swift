import Logging
import SubdialDrawing
import SubdialSystem
import SubdialTimeline

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

    /// Removes the previous cover, unless the cover of this turn is written by now.
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
