import Drawing
import Files
import FoundationEssentials
import Logging
import Playback

/// Keeps a picture of the cover on disk as the track changes.
///
/// The file at the settings' path is replaced by renaming, so that whoever reads it finds a whole picture, and never one of another track
/// for longer than it takes to fetch the new one.
actor CoverKeeper {
    static let attempts = 3

    private let settings: ArtSettings
    private let folder: CoverFolder
    private let logger: Logger
    private let command: UpdateCommand?
    /// Tells the picture's path; nil while there is none.
    private let changed: @Sendable (String?) -> Void
    private var shown: Artwork?
    private var hasShown = false
    private var work: Task<Void, Never>?

    init(
        _ settings: ArtSettings, folder: String, workingFolder: String, logger: Logger, changed: @escaping @Sendable (String?) -> Void
    ) {
        self.settings = settings
        self.folder = CoverFolder(path: folder)
        self.logger = logger
        self.changed = changed
        command = settings.command.map { UpdateCommand($0, workingFolder: workingFolder, logger: logger) }
    }

    /// Shows another cover, or none, soon.
    ///
    /// - Parameter attempts: How often a cover that cannot be had is asked for.
    func show(_ artwork: Artwork?, of zone: ZoneID, from source: any PlaybackSource, attempts: Int = attempts) {
        guard artwork != shown || !hasShown else { return }
        (shown, hasShown) = (artwork, true)
        work?.cancel()
        changed(nil)
        work = Task {
            guard let artwork else { return await clear() }
            for attempt in 1...max(1, attempts) {
                // A cover that a source cannot give now it may give in a moment: many tell of a track before they have loaded its picture.
                if attempt > 1 { try? await Task.sleep(for: .seconds(1 << attempt)) }
                guard !Task.isCancelled else { return }
                let bytes = try? await source.picture(of: artwork, in: zone, side: settings.side)
                guard !Task.isCancelled else { return }
                guard let bytes else { continue }
                return await keep(bytes, of: artwork)
            }
            await clear()
        }
    }

    /// Shows another cover, or none, and returns once it is there.
    func showNow(_ artwork: Artwork?, of zone: ZoneID, from source: any PlaybackSource) async {
        show(artwork, of: zone, from: source, attempts: 1)
        await work?.value
        await command?.finish()
    }

    private func keep(_ bytes: [UInt8], of artwork: Artwork) async {
        do {
            let file = try folder.file(key: artwork.key, bytes: bytes, side: settings.side)
            if let path = settings.path {
                let picture = FileManager.default.contents(atPath: file).map(Array.init) ?? []
                await put(picture, at: path)
            }
            changed(file)
        } catch {
            logger.warning("the cover cannot be kept: \(error)")
            await clear()
        }
    }

    /// Takes the old cover away.
    private func clear() async {
        guard let path = settings.path else { return }
        switch settings.placeholder {
        case .none:
            guard (try? FileManager.default.removeItem(atPath: path)) != nil else { return }
            await tell(path)
        case .transparent:
            guard let picture = try? PNG.encode(Bitmap(width: settings.side, height: settings.side)) else { return }
            await put(picture, at: path)
        case .file(let placeholder):
            guard let picture = FileManager.default.contents(atPath: placeholder) else {
                return logger.warning("the placeholder for covers, \(placeholder), cannot be read")
            }
            await put(Array(picture), at: path)
        }
    }

    private func put(_ picture: [UInt8], at path: String) async {
        do {
            if try AtomicFile.write(picture, to: path) { await tell(path) }
        } catch {
            logger.warning("\(error)")
        }
    }

    private func tell(_ path: String) async {
        await command?.run(with: ["SUBDIAL_ART": path])
    }
}
