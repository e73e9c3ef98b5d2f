import FoundationEssentials

/// When data are asked for anew, and how long they hold.
///
/// All lengths are in seconds.
public struct KindRefresh: Sendable {
    /// From the end of one answer to the next question; nil where time alone is no reason.
    public var every: Double?
    /// Times of the day, in seconds from midnight.
    public var times: [Int] = []
    /// The zone of ``times``; nil for the machine's.
    public var zone: String?
    /// True where the next question comes with the last entry.
    public var atEnd = false
    /// The date of the next question, by the data's own word.
    public var after: KindExpression?
    /// The shortest time between two questions.
    public var atLeast = 1.0
    /// The most questions in a day; nil for as many as come.
    public var perDay: Int?
    /// A part of ``every`` that is added at random, 0 to 1: many users do not ask at the same moment.
    public var jitter = 0.1
    /// From the last answer until the data count as old; nil for three times ``every``.
    public var stale: Double?
    /// From the last answer until the data are shown no longer; nil for never.
    public var expires: Double?

    /// A kind that is never asked again by time.
    public init() {}

    /// The first pause after a failure, in seconds.
    public static let firstRetry = 30.0

    /// The moment of the next question after an answer, or after `failures` without one; nil for never.
    ///
    /// - Parameters:
    ///   - end: When the last question ended.
    ///   - failures: How many questions in a row have had no answer; 0 after an answer.
    ///   - retryAfter: Seconds that the server has asked for.
    ///   - last: The date of the last entry.
    ///   - wanted: The date that ``after`` gives.
    ///   - random: 0 to 1.
    ///   - midnight: The last midnight in the zone of ``times`` before a date.
    public func next(
        after end: Date, failures: Int = 0, retryAfter: Double? = nil, last: Date? = nil, wanted: Date? = nil, random: Double,
        midnight: (Date) -> Date
    ) -> Date? {
        let floor = end.addingTimeInterval(max(atLeast, retryAfter ?? 0))
        guard failures == 0 else {
            let longest = max(every ?? 900, Self.firstRetry)
            var pause = Self.firstRetry
            for _ in 1..<min(max(failures, 1), 16) where pause < longest { pause *= 2 }
            let spread = 0.9 + 0.2 * random
            return max(floor, end.addingTimeInterval(min(pause, longest) * spread))
        }
        var dates: [Date] = []
        // Forward only: on the hour everybody asks.
        if let every { dates.append(end.addingTimeInterval(every * (1 + jitter * random))) }
        for time in times {
            // Thirty hours behind midnight it is tomorrow, also on the longest day.
            let tomorrow = midnight(midnight(end).addingTimeInterval(30 * 3600))
            let today = midnight(end).addingTimeInterval(Double(time))
            let next = today > end ? today : tomorrow.addingTimeInterval(Double(time))
            dates.append(next.addingTimeInterval(60 * jitter * random))
        }
        // A date that is past says nothing: an old answer must not make a question a second.
        let wishes = [atEnd ? last : nil, wanted].compactMap { $0 }
        dates += wishes.filter { $0 > end }
        if dates.isEmpty, !wishes.isEmpty { dates.append(end.addingTimeInterval(Self.firstRetry * 10)) }
        return dates.min().map { max($0, floor) }
    }

    /// Seconds after which data count as old; nil for never.
    public var staleAge: Double? { stale ?? every.map { max($0 * 3, 60) } }
}
