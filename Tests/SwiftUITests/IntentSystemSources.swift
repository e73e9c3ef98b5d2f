import Foundation
import SubdialAppIntents
import SubdialSwiftUI
import SubdialWidgetKit

/// Sources as apps write them, which only have to compile: predictions, searches by properties, and relevance.
enum IntentSystemSources {
    struct Book: AppEntity {
        static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Book")
        static let defaultQuery = BookQuery()
        let id: Int
        @Property(title: "Title") var title: String
        @Property(title: "Subtitle") var subtitle: String?
        @Property(title: "Published") var published: Date
        @Property(title: "Tags") var tags: [String]
        var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(title)") }
    }

    enum Filter { case title(String), contains(String), before(Date), tag(String), between(Date, Date), none }

    struct BookQuery: EntityQuery {
        func entities(for identifiers: [Int]) async throws -> [Book] { [] }
    }

    struct Open: AppIntent {
        static let title: LocalizedStringResource = "Open"
        @Parameter(title: "Book") var book: Book
        @Parameter(title: "Page") var page: Int
        func perform() async throws -> some IntentResult { .result() }
    }

    struct Read: PredictableIntent {
        static let title: LocalizedStringResource = "Read"
        @Parameter(title: "Book") var book: Book
        @Parameter(title: "Page") var page: Int
        func perform() async throws -> some IntentResult { .result() }
        static var predictionConfiguration: some IntentPredictionConfiguration {
            IntentPrediction(parameters: \.$book) { DisplayRepresentation(title: "Read \($0.title)") }
            IntentPrediction(parameters: (\.$book, \.$page)) { DisplayRepresentation(title: "Read \($0.title) from \($1)") }
            IntentPrediction { DisplayRepresentation(title: "Read") }
        }
    }

    struct Room: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Room"
        @Parameter(title: "Name", default: "Kitchen") var name: String
    }

    struct RoomEntry: RelevanceEntry { let name: String }

    struct RoomProvider: RelevanceEntriesProvider {
        func entry(configuration: Room, context: Context) async throws -> RoomEntry {
            RoomEntry(name: context.isPreview ? "Sample" : configuration.name)
        }
        func relevance() async -> WidgetRelevance<Room> {
            WidgetRelevance([WidgetRelevanceAttribute(configuration: Room(), context: .date(.now))])
        }
        func placeholder(context: Context) -> RoomEntry { RoomEntry(name: "–") }
    }

    struct RoomWidget: Widget {
        var body: some WidgetConfiguration {
            RelevanceConfiguration(kind: "Room", provider: RoomProvider()) { entry in Text(verbatim: entry.name) }
        }
    }
}

extension IntentSystemSources.Open: PredictableIntent {
    static var predictionConfiguration: some IntentPredictionConfiguration {
        IntentPrediction(parameters: \.$book, displayRepresentation: { book in .init(stringLiteral: "Open \(book.title)") })
    }
}

extension IntentSystemSources.BookQuery: EntityPropertyQuery {
    static let sortingOptions = SortingOptions {
        SortableBy(\.$title)
        SortableBy(\.$published)
    }

    static let properties = QueryProperties {
        Property(\.$title) {
            EqualToComparator { .title($0) }
            NotEqualToComparator { _ in .none }
            ContainsComparator { .contains($0) }
            HasPrefixComparator { .contains($0) }
        }
        Property(\IntentSystemSources.Book.$subtitle) {
            ContainsComparator { .contains($0) }
            HasSuffixComparator { .contains($0) }
        }
        Property(\IntentSystemSources.Book.$published) {
            LessThanComparator { .before($0) }
            GreaterThanOrEqualToComparator { .before($0) }
            IsBetweenComparator { .between($0, $1) }
        }
        Property(\IntentSystemSources.Book.$tags) {
            ContainsComparator { .tag($0) }
        }
    }

    func entities(
        matching comparators: [IntentSystemSources.Filter], mode: ComparatorMode, sortedBy: [Sort<IntentSystemSources.Book>], limit: Int?
    ) async throws -> [IntentSystemSources.Book] {
        mode == .and && sortedBy.first?.order == .ascending && sortedBy.first?.by == \.$title ? [] : []
    }
}
