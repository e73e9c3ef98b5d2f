import FoundationEssentials

/// WidgetKit's budget of reloads in the last 24 hours.
///
/// Apple documents 40 to 70 per day for a frequently viewed widget.
public struct ReloadBudget: Hashable, Sendable {
    /// The reason for a reload; some reasons are exempt.
    public enum Reason: Hashable, Sendable, CaseIterable {
        case timelinePolicy, request
        case appInForeground, audioSession, widgetIntent, localeChange, typeSizeChange

        /// True if the reload counts against the budget.
        public var counts: Bool { self == .timelinePolicy || self == .request }
    }

    /// The maximum number of reloads in 24 hours.
    public let limit: Int
    private var spent: [Date] = []

    /// Creates an unspent budget; 70 is the maximum that Apple documents.
    public init(limit: Int = 70) {
        self.limit = limit
    }

    /// Returns true if a reload for `reason` is allowed at `now`, and counts it.
    public mutating func spend(_ reason: Reason, at now: Date) -> Bool {
        guard reason.counts else { return true }
        spent.removeAll { now.timeIntervalSince($0) >= 24 * 3600 }
        guard spent.count < limit else { return false }
        spent.append(now)
        return true
    }

    /// The number of remaining reloads at `now`.
    public func remaining(at now: Date) -> Int {
        max(0, limit - spent.count { now.timeIntervalSince($0) < 24 * 3600 })
    }
}
