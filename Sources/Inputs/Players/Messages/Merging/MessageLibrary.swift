import FoundationEssentials

/// A change of a player's library, which its messages have made.
package enum LibraryChange: Hashable, Sendable {
    /// A playlist as it is at a date.
    case playlist(PlaylistMessage, date: Date)
    /// All tracks, in order.
    case tracks([LibraryItem], date: Date)
    /// What is missing for the next tracks, on one line; nil if they are complete.
    case missing(String?)
}

/// Puts the parts of a player's library together, and holds the files that it has announced.
///
/// Parts may come in any order and several times. A library counts when it is complete; until then the previous one does.
struct MessageLibrary {
    /// The maximum number of tracks of a library, and of announced files.
    static let (maximumTracks, maximumTransfers) = (20_000, 64)
    /// The maximum number of missing parts that a text lists.
    private static let listedParts = 8

    private struct Part {
        var items: [LibraryItem]
        var date: Date
        /// True if the part came again after its library was complete: it belongs to the next one too.
        var isRepeated = false
    }

    private struct Parts {
        let total: Int
        var parts: [Int: Part]

        var isComplete: Bool { parts.count == total }
        var newest: Date { parts.values.map(\.date).max() ?? .distantPast }
        var count: Int { parts.values.reduce(0) { $0 + $1.items.count } }

        /// All tracks in order, each once.
        var items: [LibraryItem] {
            var known: Set<String> = []
            return parts.sorted { $0.key < $1.key }.flatMap(\.value.items).filter { known.insert($0.id).inserted }
        }
    }

    private var complete: Parts?
    private var next: Parts?
    /// The announced files in the order of their announcements.
    private(set) var transfers: [MediaTransfer] = []

    /// What is missing for the next library, on one line; nil if nothing is.
    var missing: String? {
        guard let next else { return nil }
        let numbers = (1...next.total).filter { next.parts[$0] == nil }
        let listed = numbers.prefix(Self.listedParts).map(String.init).joined(separator: ", ")
        let others = numbers.count > Self.listedParts ? " and \(numbers.count - Self.listedParts) more" : ""
        return "the library is not complete: part\(numbers.count == 1 ? "" : "s") \(listed)\(others) of \(next.total) "
            + (numbers.count == 1 ? "is missing" : "are missing")
    }

    /// Applies a message.
    ///
    /// - Returns: What has changed, and the outcome for the sender.
    mutating func apply(_ message: LibraryMessage, at date: Date) -> (changes: [LibraryChange], outcome: String) {
        switch message {
        case .playlist(let playlist): return ([.playlist(playlist, date: date)], "stored")
        case .part(let part):
            let before = missing
            let tracks = add(part, at: date)
            if let count = next?.count, count > Self.maximumTracks {
                next = nil
                return (before == nil ? [] : [.missing(nil)], "refused: a library has \(Self.maximumTracks) tracks at most")
            }
            let changes = (tracks.map { [LibraryChange.tracks($0, date: date)] } ?? []) + (missing == before ? [] : [.missing(missing)])
            return (changes, missing ?? "complete")
        case .transfer(let transfer):
            transfers.removeAll { $0.id == transfer.id || $0.name == transfer.name }
            transfers = (transfers + [transfer]).suffix(Self.maximumTransfers)
            return ([], "announced")
        }
    }

    /// Adds a part; returns all tracks if they are complete now.
    private mutating func add(_ part: LibraryPart, at date: Date) -> [LibraryItem]? {
        let known = complete.flatMap { $0.total == part.total ? $0.parts[part.number] : nil }
        // A part of the complete library that arrives again or late.
        if let known, date < known.date || date == known.date && part.items == known.items { return nil }
        if var parts = next, parts.total == part.total {
            if let other = parts.parts[part.number], date < other.date { return nil }
            parts.parts[part.number] = Part(items: part.items, date: date)
            next = parts
        } else if let known, next == nil, part.items == known.items {
            complete?.parts[part.number] = Part(items: part.items, date: date, isRepeated: true)
            return nil
        } else {
            guard date >= max(next?.newest ?? .distantPast, known == nil ? complete?.newest ?? .distantPast : .distantPast) else {
                return nil
            }
            let repeated = complete.map { $0.total == part.total ? $0.parts.filter(\.value.isRepeated) : [:] } ?? [:]
            next = Parts(total: part.total, parts: repeated.merging([part.number: Part(items: part.items, date: date)]) { $1 })
        }
        guard var parts = next, parts.isComplete, parts.count <= Self.maximumTracks else { return nil }
        for number in parts.parts.keys { parts.parts[number]?.isRepeated = false }
        (complete, next) = (parts, nil)
        return parts.items
    }
}
