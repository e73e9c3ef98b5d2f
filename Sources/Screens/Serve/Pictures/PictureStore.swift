import FoundationEssentials
import SubdialEngine
import SubdialTimeline
import SubdialWidgets

/// The key of a picture: the widget and the look.
struct PictureKey: Hashable, Sendable {
    let showing: FollowedWidgets.Key
    let query: PictureQuery
}

/// A cache of drawn pictures; concurrent requests for the same picture share one drawing.
actor PictureStore {
    /// The maximum size of the cache, in bytes.
    private static let maximumBytes = 64 << 20
    /// The maximum number of cached pictures.
    private static let maximumCount = 1024
    /// The maximum number of times that a request waits for another request's drawing that turns out to be older.
    private static let maximumRounds = 8
    /// The time until an unavailable cover is fetched again, in seconds.
    private static let coverPause = 10.0
    /// The maximum number of pictures that wait to be drawn.
    private static let maximumWaiting = 64

    private struct CachedPicture {
        var picture: DrawnPicture
        var lastUse: Int
    }

    private let showings: FollowedWidgets
    private let studio: PictureRenderer
    private let clock: @Sendable () -> Date
    private var kept: [PictureKey: CachedPicture] = [:]
    private var byteCount = 0
    private var useCount = 0
    private var drawing: [PictureKey: (number: Int, task: Task<DrawnPicture, any Error>)] = [:]
    /// The number of template reloads.
    private var generation = 0

    /// - Parameter clock: Returns the present.
    init(_ showings: FollowedWidgets, _ studio: PictureRenderer, clock: @escaping @Sendable () -> Date = { .now }) {
        self.showings = showings
        self.studio = studio
        self.clock = clock
    }

    /// The current picture.
    ///
    /// - Parameter limit: The maximum wait for a source that has never answered.
    /// - Throws: ``ServeError``, or the error of the stage that failed.
    func picture(_ key: PictureKey, within limit: Duration = .seconds(30)) async throws -> DrawnPicture {
        let showing = try await showings.showing(key.showing)
        for _ in 0..<Self.maximumRounds {
            guard let moment = await showing.moment(within: limit) else {
                throw ServeError(.unavailable, "the source of '\(key.showing.kind)' does not answer; ask again in a second")
            }
            let present = clock()
            let now = key.query.moment ?? present
            guard let entry = moment.scene.timeline.entry(at: now) else {
                throw ServeError(.unavailable, "'\(key.showing.kind)' has no entry for this moment")
            }
            useCount += 1
            if let known = kept[key]?.picture, known.isCurrent(for: entry, at: now) {
                kept[key]?.lastUse = useCount
                return known
            }
            // The running drawing may be of an outdated entry.
            if let running = drawing[key] {
                let joined = try await running.task.value
                if joined.entry == entry { return kept[key]?.picture ?? joined }
                // The drawing has ended, but the request that started it may not have removed it yet.
                if drawing[key]?.number == running.number { drawing[key] = nil }
                continue
            }
            return try await draw(key, entry, moment.scene, of: showing.source, at: now, present: present)
        }
        throw ServeError(.unavailable, "'\(key.showing.kind)' changes faster than it is drawn; ask again in a second")
    }

    private func draw(
        _ key: PictureKey, _ entry: Entry, _ scene: EntryProvider.Scene, of source: WidgetInputs, at now: Date, present: Date
    ) async throws -> DrawnPicture {
        guard drawing.count < Self.maximumWaiting else {
            throw ServeError(.unavailable, "\(Self.maximumWaiting) other pictures are being drawn; ask again in a second")
        }
        let task = Task { [studio] in
            let cover = await scene.cover(of: entry).map { Cover(key: $0.key, bytes: $0.bytes) }
            var next = scene.timeline.nextDate(after: now)
            // An unavailable cover is fetched again.
            if cover == nil, entry.disclosed.cover?.picture != nil {
                next = [next, now.addingTimeInterval(Self.coverPause)].compactMap { $0 }.min()
            }
            return try await studio.draw(key, entry, cover: cover, next: next, of: source, at: now)
        }
        useCount += 1
        let number = useCount
        let generation = generation
        drawing[key] = (number, task)
        let result = await task.result
        if drawing[key]?.number == number { drawing[key] = nil }
        let picture = try result.get()
        // A picture of outdated templates is not cached.
        guard generation == self.generation else { return picture }
        return store(picture, key, at: present)
    }

    /// Clears the cache, because templates are loaded again.
    func reset() {
        generation += 1
        drawing = [:]
        kept = [:]
        byteCount = 0
    }

    private func store(_ picture: DrawnPicture, _ key: PictureKey, at present: Date) -> DrawnPicture {
        var picture = picture
        if let before = kept[key]?.picture {
            // Equal bytes keep their date; different bytes get a later one, even within the same second or after the clock was set back.
            picture = picture.modified(before.tag == picture.tag ? before.modified : max(present, before.modified.addingTimeInterval(1)))
        } else {
            picture = picture.modified(present)
        }
        byteCount += picture.bytes.count - (kept[key]?.picture.bytes.count ?? 0)
        kept[key] = CachedPicture(picture: picture, lastUse: useCount)
        if byteCount > Self.maximumBytes || kept.count > Self.maximumCount {
            // Removes the least recently used quarter in one pass: sorting for each new picture would take longer than drawing it.
            for (key, old) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }).prefix(max(1, kept.count / 4))
            where old.lastUse < useCount {
                byteCount -= old.picture.bytes.count
                kept[key] = nil
            }
        }
        return picture
    }
}

extension DrawnPicture {
    fileprivate func modified(_ date: Date) -> DrawnPicture {
        DrawnPicture(
            bytes: bytes, mediaType: mediaType, tag: tag, modified: date, size: size, scale: scale, regions: regions, label: label,
            freshness: freshness, nextChange: nextChange, entry: entry, shown: shown)
    }
}
