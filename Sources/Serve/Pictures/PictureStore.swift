import Engine
import FoundationEssentials
import Timeline
import Widgets

/// A picture: the widget and the look.
struct PictureKey: Hashable, Sendable {
    let showing: Showings.Key
    let query: PictureQuery
}

/// The pictures that were drawn last, each drawn once for all who ask for it.
actor PictureStore {
    /// The most bytes that are kept.
    static let maximumBytes = 64 << 20
    /// The most pictures that are kept.
    static let maximumCount = 1024
    /// How often a question waits for a drawing of others that turns out to be older.
    private static let maximumRounds = 8
    /// Time until a cover that could not be had is looked for again, in seconds.
    private static let coverPause = 10.0
    /// The most pictures that wait to be drawn.
    static let maximumWaiting = 64

    private struct Kept {
        var picture: DrawnPicture
        var lastUse: Int
    }

    private let showings: Showings
    private let studio: Studio
    private let clock: @Sendable () -> Date
    private var kept: [PictureKey: Kept] = [:]
    private var byteCount = 0
    private var useCount = 0
    private var drawing: [PictureKey: (number: Int, task: Task<DrawnPicture, any Error>)] = [:]
    /// The number of times that templates were read anew.
    private var generation = 0

    /// - Parameter clock: Tells the present.
    init(_ showings: Showings, _ studio: Studio, clock: @escaping @Sendable () -> Date = { .now }) {
        self.showings = showings
        self.studio = studio
        self.clock = clock
    }

    /// The picture as it looks now.
    ///
    /// - Parameter limit: How long a source may take that has never answered.
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
            // What is being drawn may be an entry that is gone meanwhile.
            if let running = drawing[key] {
                let joined = try await running.task.value
                if joined.entry == entry { return kept[key]?.picture ?? joined }
                // It has ended, also where whoever began it has not come round to say so.
                if drawing[key]?.number == running.number { drawing[key] = nil }
                continue
            }
            return try await draw(key, entry, moment.scene, of: showing.source, at: now, present: present)
        }
        throw ServeError(.unavailable, "'\(key.showing.kind)' changes faster than it is drawn; ask again in a second")
    }

    private func draw(
        _ key: PictureKey, _ entry: Entry, _ scene: EntryProvider.Scene, of source: WidgetSource, at now: Date, present: Date
    ) async throws -> DrawnPicture {
        guard drawing.count < Self.maximumWaiting else {
            throw ServeError(.unavailable, "\(Self.maximumWaiting) other pictures are being drawn; ask again in a second")
        }
        let task = Task { [studio] in
            let cover = await scene.cover(of: entry).map { Cover(key: $0.key, bytes: $0.bytes) }
            var next = scene.timeline.entries.first { $0.date > now }?.date
            // A cover that could not be had is looked for again.
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
        // One of templates that were read anew meanwhile is kept for nobody.
        guard generation == self.generation else { return picture }
        return keep(picture, key, at: present)
    }

    /// Forgets all pictures: templates are read anew.
    func reset() {
        generation += 1
        drawing = [:]
        kept = [:]
        byteCount = 0
    }

    private func keep(_ picture: DrawnPicture, _ key: PictureKey, at present: Date) -> DrawnPicture {
        var picture = picture
        if let before = kept[key]?.picture {
            // The same bytes again are no change, and other bytes within a second, or after a clock was set back, are one.
            picture = picture.modified(before.tag == picture.tag ? before.modified : max(present, before.modified.addingTimeInterval(1)))
        } else {
            picture = picture.modified(present)
        }
        byteCount += picture.bytes.count - (kept[key]?.picture.bytes.count ?? 0)
        kept[key] = Kept(picture: picture, lastUse: useCount)
        if byteCount > Self.maximumBytes || kept.count > Self.maximumCount {
            // A quarter at once, the longest unused first: sorting them for each new picture would take longer than drawing it.
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
