import FoundationEssentials

/// The schedule of requests, and the validity of the data.
///
/// All durations are in seconds.
package struct KindRefresh: Sendable {
    /// The interval from the end of a request to the next; nil for no periodic requests.
    package var every: Double?
    /// Times of day at which to request, in seconds from midnight.
    package var times: [Int] = []
    /// The time zone of ``times``; nil for the machine's.
    package var zone: String?
    /// True to request again at the date of the last entry.
    package var atEnd = false
    /// The date of the next request according to the data.
    package var after: KindExpression?
    /// The minimum interval between two requests.
    package var atLeast = 1.0
    /// The maximum number of requests per day; nil for no limit.
    package var perDay: Int?
    /// The maximum random delay as a fraction of ``every``, 0 to 1, which spreads the requests of many users.
    package var jitter = 0.1
    /// The age of the last response at which the data become stale; nil for three times ``every``.
    package var stale: Double?
    /// The age of the last response at which the data are no longer shown; nil for never.
    package var expires: Double?

    /// Makes settings without timed requests.
    package init() {}

    /// The seconds until the first retry after a failure.
    private static let firstRetry = 30.0

    /// The time of the next request after a response, or after `failures` failures; nil for never.
    ///
    /// - Parameters:
    ///   - end: The date at which the last request ended.
    ///   - failures: The number of consecutive failed requests; 0 after a response.
    ///   - retryAfter: The seconds in the server's `Retry-After` field.
    ///   - last: The date of the last entry.
    ///   - wanted: The date that ``after`` evaluates to.
    ///   - random: A random number from 0 to 1.
    ///   - midnight: Returns the last midnight before a date, in the zone of ``times``.
    package func next(
        after end: Date, failures: Int = 0, retryAfter: Double? = nil, last: Date? = nil, wanted: Date? = nil, random: Double,
        midnight: (Date) -> Date
    ) -> Date? {
        let floor = end.addingTimeInterval(max(atLeast, retryAfter ?? 0))
        guard failures == 0 else {
            let longest = every ?? 900
            var pause = min(Self.firstRetry, longest)
            for _ in 1..<min(max(failures, 1), 16) where pause < longest { pause *= 2 }
            let spread = 1 + jitter * (2 * random - 1)
            return max(floor, end.addingTimeInterval(min(pause, longest) * spread))
        }
        var dates: [Date] = []
        // Only later, never earlier: many clients send requests on the hour.
        if let every { dates.append(end.addingTimeInterval(every * (1 + jitter * random))) }
        for time in times {
            // Thirty hours after midnight are always the next day, even on the longest day.
            let tomorrow = midnight(midnight(end).addingTimeInterval(30 * 3600))
            let today = midnight(end).addingTimeInterval(Double(time))
            let next = today > end ? today : tomorrow.addingTimeInterval(Double(time))
            dates.append(next.addingTimeInterval(60 * jitter * random))
        }
        // Dates in the past are ignored: an outdated response must not cause a request every second.
        let wishes = [atEnd ? last : nil, wanted].compactMap { $0 }
        dates += wishes.filter { $0 > end }
        if dates.isEmpty, !wishes.isEmpty { dates.append(end.addingTimeInterval(Self.firstRetry * 10)) }
        return dates.min().map { max($0, floor) }
    }

    /// The age in seconds at which data become stale; nil for never.
    package var staleAge: Double? { stale ?? every.map { max($0 * 3, 60) } }
}
