import Expressions
import FoundationEssentials
import Kinds

/// When the sources of an instance are asked again, by the wall clock.
struct DataSchedule: Sendable, Codable {
    /// When questions were asked in the last day, where their number is limited.
    private(set) var questions: [Date] = []
    /// The date of the next question, by the data's own word.
    var after: Date?
    /// Questions in a row that have had no answer.
    private(set) var failures = 0
    /// Seconds for which a server wants to be left alone, from the end of the last question on.
    private(set) var retryAfter: Double?
    /// When the last question ended; nil before the first.
    var ended: Date?

    /// Takes note of a question.
    mutating func noteQuestion(_ refresh: KindRefresh, at now: Date) {
        guard let limit = refresh.perDay else { return }
        questions = (questions.filter { now.timeIntervalSince($0) < 86_400 && $0 <= now } + [now]).suffix(limit)
    }

    /// Takes note of an answer to a question.
    mutating func noteAnswer(at date: Date, retryAfter: Double? = nil) {
        (failures, self.retryAfter, ended) = (0, retryAfter, date)
    }

    /// Takes note of a question without an answer.
    mutating func noteFailure(at date: Date, retryAfter: Double?) {
        (failures, self.retryAfter, ended) = (failures + 1, retryAfter, date)
    }

    /// The date of the next question; nil for never.
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

    /// Random, but the same for one answer: the date that is told is the date at which it is asked.
    private var spread: Double {
        let seed = UInt64(bitPattern: Int64(saturating: (ended?.timeIntervalSince1970 ?? 0) * 1000)) &* 0x9E37_79B9_7F4A_7C15
        return Double(seed >> 40) / Double(1 << 24)
    }
}
