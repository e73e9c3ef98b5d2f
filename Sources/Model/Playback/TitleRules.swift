import SubdialBasics
import SubdialGLib
import Synchronization

/// The patterns whose matches are removed from the titles of tracks, such as `\(Official Video\)`.
///
/// Rules with the same patterns are equal.
public final class TitleRules: Hashable, Sendable {
    private struct Memory {
        /// The results for the last titles: each of them is shown many times.
        var titles: [String: String] = [:]
        /// The patterns that were reported because of their work.
        var reported: Set<Int> = []
    }

    /// The maximum number of patterns.
    package static let maximumPatterns = 32
    /// The number of titles of which the results are stored.
    private static let capacity = 256

    private let sources: [String]
    private let patterns: [TextPattern]
    private let report: @Sendable (String) -> Void
    private let memory = Mutex(Memory())

    /// Rules that change no title.
    public static let none = TitleRules()

    private init() { (sources, patterns, report) = ([], [], { _ in }) }

    /// Makes rules of patterns with the texts of which they were made.
    ///
    /// - Parameter report: Receives, once for each pattern, why it could not be applied to a title.
    package init(_ patterns: [(source: String, pattern: TextPattern)], report: @escaping @Sendable (String) -> Void) {
        sources = patterns.map(\.source)
        self.patterns = patterns.map(\.pattern)
        self.report = report
    }

    /// True if the patterns are the same.
    public static func == (left: TitleRules, right: TitleRules) -> Bool { left.sources == right.sources }
    /// Hashes the patterns.
    public func hash(into hasher: inout Hasher) { hasher.combine(sources) }

    /// True if no title is changed.
    public var isEmpty: Bool { patterns.isEmpty }

    /// The title without the matches of the patterns, which are applied in their order.
    ///
    /// White space around a removed part becomes one space. A pattern that would leave nothing, or that takes too much work, changes nothing.
    public func title(_ raw: String) -> String {
        guard !patterns.isEmpty else { return raw }
        if let known = memory.withLock({ $0.titles[raw] }) { return known }
        var title = raw
        for (place, pattern) in patterns.enumerated() {
            do {
                let rest = try pattern.removed(from: title)
                guard rest != title else { continue }
                let tidy = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if !tidy.isEmpty { title = tidy }
            } catch {
                let isNew = memory.withLock { $0.reported.insert(place).inserted }
                if isNew { report("titles: strip: '\(sources[place])' leaves '\(raw)' as it is: \(error)") }
            }
        }
        memory.withLock { memory in
            if memory.titles.count >= Self.capacity { memory.titles.removeAll() }
            memory.titles[raw] = title
        }
        return title
    }
}
