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
    private var drawing: [PictureKey: Task<DrawnPicture, any Error>] = [:]

    /// - Parameter clock: Tells the present.
    init(_ showings: Showings, _ studio: Studio, clock: @escaping @Sendable () -> Date = { .now }) {
        self.showings = showings
        self.studio = studio
        self.clock = clock
    }

    /// The picture as it looks now.
    ///
    /// - Throws: ``ServeError``, or the error of the stage that failed.
    func picture(_ key: PictureKey) async throws -> DrawnPicture {
        let showing = try await showings.showing(key.showing)
        let moment = await showing.moment()
        let now = key.query.moment ?? clock()
        guard let entry = moment.scene.timeline.entry(at: now) else {
            throw ServeError(.unavailable, "'\(key.showing.kind)' has no entry for this moment")
        }
        useCount += 1
        if let known = kept[key]?.picture, known.isCurrent(for: entry, at: now) {
            kept[key]?.lastUse = useCount
            return known
        }
        if let task = drawing[key] { return try await task.value }
        guard drawing.count < Self.maximumWaiting else {
            throw ServeError(.unavailable, "\(Self.maximumWaiting) other pictures are being drawn; ask again in a second")
        }
        let task = Task { [studio] in
            let cover = await moment.scene.cover(of: entry).map { Cover(key: $0.key, bytes: $0.bytes) }
            let next = moment.scene.timeline.entries.first { $0.date > now }?.date
            return try await studio.draw(key, entry, cover: cover, next: next, of: showing.source, at: now)
        }
        drawing[key] = task
        let result = await task.result
        drawing[key] = nil
        return keep(try result.get(), key)
    }

    /// Forgets all pictures: templates are read anew.
    func reset() {
        kept = [:]
        byteCount = 0
    }

    private func keep(_ picture: DrawnPicture, _ key: PictureKey) -> DrawnPicture {
        var picture = picture
        // The same bytes again are no change.
        if let before = kept[key]?.picture, before.tag == picture.tag { picture = picture.modified(before.modified) }
        byteCount += picture.bytes.count - (kept[key]?.picture.bytes.count ?? 0)
        kept[key] = Kept(picture: picture, lastUse: useCount)
        if byteCount > Self.maximumBytes || kept.count > Self.maximumCount {
            // A quarter at once, the longest unused first: to look for each one would take longer than to draw it.
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
