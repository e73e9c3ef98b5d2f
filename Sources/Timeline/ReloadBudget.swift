import FoundationEssentials

/// WidgetKit's allowance of reloads, counted over the last 24 hours.
///
/// Apple tells 40 to 70 a day for a widget that is seen often.
public struct ReloadBudget: Hashable, Sendable {
    /// Why a reload happens; some reasons cost nothing.
    public enum Reason: Hashable, Sendable, CaseIterable {
        case timelinePolicy, request
        case appInForeground, audioSession, widgetIntent, localeChange, typeSizeChange

        /// Whether it counts against the budget.
        public var counts: Bool { self == .timelinePolicy || self == .request }
    }

    /// Reloads allowed in 24 hours.
    public let limit: Int
    private var spent: [Date] = []

    /// Makes a budget of which nothing is spent; 70 is the most that Apple tells.
    public init(limit: Int = 70) {
        self.limit = limit
    }

    /// Whether a reload for `reason` may happen at `now`; counts it if so.
    public mutating func spend(_ reason: Reason, at now: Date) -> Bool {
        guard reason.counts else { return true }
        spent.removeAll { now.timeIntervalSince($0) >= 24 * 3600 }
        guard spent.count < limit else { return false }
        spent.append(now)
        return true
    }

    /// How many reloads are left at `now`.
    public func remaining(at now: Date) -> Int {
        max(0, limit - spent.count { now.timeIntervalSince($0) < 24 * 3600 })
    }
}
