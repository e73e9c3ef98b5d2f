public import Foundation

/// The data of a widget at a date.
public protocol TimelineEntry {
    /// The moment from which the entry is shown.
    var date: Date { get }
    /// The relevance among the entries of the widget; nil for none.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of an entry among those of its widget.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
    /// The score relative to that of other entries; 0 or less for no relevance.
    public var score: Float
    /// The seconds for which the score applies; 0 until the next entry.
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// The entries of a provider, and when it wants to be asked again.
public struct Timeline<EntryType: TimelineEntry> {
    /// The entries as the provider gave them.
    public let entries: [EntryType]
    /// The policy of the next reload.
    public let policy: TimelineReloadPolicy

    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// When a provider is asked for its next timeline at the earliest.
public struct TimelineReloadPolicy: Equatable, Sendable {
    /// The kinds of policies.
    package enum Kind: Hashable, Sendable {
        case atEnd, never
        case after(Date)
    }

    package let kind: Kind

    /// After the last entry's date.
    public static let atEnd = TimelineReloadPolicy(kind: .atEnd)
    /// Only if the app asks for it.
    public static let never = TimelineReloadPolicy(kind: .never)

    /// At a date or later.
    public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy(kind: .after(date)) }
}
