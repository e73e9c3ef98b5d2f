import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// Tracks from the listening history and a music library, both of which are watched for changes.
package struct LibraryTransport: KindTransport {
    /// The tracks to return.
    package enum List: String, Sendable, CaseIterable {
        /// The most recently played tracks, without repetitions.
        case recent
        /// The most played tracks.
        case mostPlayed
        /// The library's favourites.
        case favorites
        /// The library's tracks with the highest ratings.
        case topRated
        /// A different album each day.
        case albumOfTheDay
        /// The tracks of a playlist in order.
        case playlist
    }

    package static let key = "library"
    package static let keys = ["database", "days", "name", "rating", "start"]

    private let list: List
    /// The library's database; the configured one if it is empty.
    private let database: KindExpression?
    /// The number of days covered by ``List/mostPlayed``; all if it is 0.
    private let days: KindExpression?
    /// The playlist's name, or the path of an M3U file; the first playlist if it is empty.
    private let name: KindExpression?
    /// The minimum number of stars of ``List/topRated``.
    private let rating: KindExpression?
    /// The time of day at which the playlist starts, such as `20:00`; it repeats after its end.
    private let start: KindExpression?

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        try parts.checkFormat(Self.key)
        let word = try parts.node.text()
        guard let list = List(rawValue: word) else {
            let known = List.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: word, among: known)
            throw parts.node.error("library has no '\(word)'" + (hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint))
        }
        self.list = list
        database = try parts.expression(of: "database")
        days = try parts.expression(of: "days")
        name = try parts.expression(of: "name")
        rating = try parts.expression(of: "rating")
        start = try parts.expression(of: "start")
    }

    package var names: Set<String> { Set([database, days, name, rating, start].compactMap { $0 }.flatMap(\.names)) }
    package var isLocal: Bool { true }
    package var followsFiles: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request {
        Request(
            list, database: try scope.text(database), days: try scope.number(days), name: try scope.text(name),
            start: try scope.text(start), rating: try scope.number(rating))
    }

    /// A query with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The tracks to return.
        package var list: List
        /// The library's database; the configured one if it is empty.
        package var database = ""
        /// The number of days to cover; all if it is 0.
        package var days = 0.0
        /// The playlist's name, or the path of an M3U file; the first playlist if it is empty.
        package var name = ""
        /// The time of day at which the playlist starts; midnight if it is empty.
        package var start = ""
        /// The minimum number of stars; one if it is 0.
        package var rating = 0.0

        /// Makes a query.
        package init(_ list: List, database: String = "", days: Double = 0, name: String = "", start: String = "", rating: Double = 0) {
            self.list = list
            self.database = database
            self.days = days
            self.name = name
            self.start = start
            self.rating = rating
        }

        package var explanation: [String] {
            let parts = [
                database, days > 0 ? "\(Value.double(days).text) days" : "", name, start,
                rating > 0 ? "\(Value.double(rating).text) stars" : "",
            ]
            return ["\(list.rawValue) of the library" + parts.filter { !$0.isEmpty }.map { ", \($0)" }.joined()]
        }
    }
}
