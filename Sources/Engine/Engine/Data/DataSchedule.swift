import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialKinds

/// The schedule for the next reading of an instance's sources, by the wall clock.
struct DataSchedule: Sendable, Codable {
    /// The times of the readings in the last 24 hours, if their number is limited.
    private(set) var questions: [Date] = []
    /// The time of the next reading according to the data itself.
    var after: Date?
    /// The number of consecutive failed readings.
    private(set) var failures = 0
    /// The server's `Retry-After` time in seconds, after the end of the last reading.
    private(set) var retryAfter: Double?
    /// The end of the last reading; nil before the first.
    var ended: Date?

    /// Records the start of a reading.
    mutating func noteQuestion(_ refresh: KindRefresh, at now: Date) {
        guard let limit = refresh.perDay else { return }
        questions = (questions.filter { now.timeIntervalSince($0) < 86_400 && $0 <= now } + [now]).suffix(limit)
    }

    /// Records a successful reading.
    mutating func noteAnswer(at date: Date, retryAfter: Double? = nil) {
        (failures, self.retryAfter, ended) = (0, retryAfter, date)
    }

    /// Records a failed reading.
    mutating func noteFailure(at date: Date, retryAfter: Double?) {
        (failures, self.retryAfter, ended) = (failures + 1, retryAfter, date)
    }

    /// The time of the next reading; nil for never.
    ///
    /// - Parameter last: The date of the last known entry.
    func next(_ refresh: KindRefresh, in zones: TimeZones, last: Date?) -> Date? {
        guard let ended else { return .now }
        let next = refresh.next(
            after: ended, failures: failures, retryAfter: retryAfter, last: last, wanted: after, random: spread
        ) { date in zones.midnight(before: date, in: refresh.zone) }
        guard let next, let perDay = refresh.perDay else { return next }
        let recent = questions.filter { ended.timeIntervalSince($0) < 86_400 }
        return recent.count < perDay ? next : max(next, recent.sorted()[recent.count - perDay].addingTimeInterval(86_400))
    }

    /// A random value that is constant for an answer, so that the announced time is the actual one.
    private var spread: Double {
        let seed = UInt64(bitPattern: Int64(saturating: (ended?.timeIntervalSince1970 ?? 0) * 1000)) &* 0x9E37_79B9_7F4A_7C15
        return Double(seed >> 40) / Double(1 << 24)
    }
}
