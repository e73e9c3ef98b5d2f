import FoundationEssentials
import SubdialBasics
import SubdialExpressions

/// The rules for the wake times of a sleeping display, because each wake costs battery charge.
package struct RefreshRules: Hashable, Sendable {
    /// A time of day, in minutes since midnight: 0 to 1439.
    package typealias Minutes = Int

    /// The minimum and the maximum sleep, in seconds.
    package var least = 60, most = 1800
    /// The maximum number of wakes in 24 hours.
    package var wakesPerDay = 144
    /// The quiet hours; nil for none.
    package var quiet: Range?

    /// A part of the day; if it ends before it begins, it includes midnight.
    package struct Range: Hashable, Sendable {
        package var start: Minutes, end: Minutes

        /// Makes a part of the day.
        package init(start: Minutes, end: Minutes) { (self.start, self.end) = (start, end) }

        /// The minutes from `time` to the end; nil if the time is outside of the range.
        func rest(from time: Minutes) -> Minutes? {
            let (passed, length) = ((time - start + 1440) % 1440, (end - start + 1440) % 1440)
            return passed < length ? length - passed : nil
        }
    }

    /// The default rules.
    package init() {}

    /// The sleep time of the display now, in seconds.
    ///
    /// While more than a quarter of the day's wakes are left, it wakes at the next change. After that it keeps a pace that lasts for the
    /// day, and without any left it waits until the oldest of the last 24 hours expires. In quiet hours it sleeps to their end.
    ///
    /// - Parameters:
    ///   - nextChange: The time at which the picture changes; nil if unknown.
    ///   - wakes: The wakes of the last 24 hours, including this one.
    ///   - zones: The time zones of the display's location.
    package func seconds(at now: Date, nextChange: Date?, wakes: [Date], in zones: TimeZones) -> Int {
        var sleep = Double(most)
        // One second later, so that the change has happened.
        if let nextChange { sleep = min(sleep, max(0, nextChange.timeIntervalSince(now)).rounded(.up) + 1) }
        sleep = max(sleep, Double(least))
        let recent = wakes.filter { now.timeIntervalSince($0) < 86_400 }
        let left = wakesPerDay - recent.count
        if left <= 0 {
            let first = recent.sorted().dropFirst(recent.count - wakesPerDay).first ?? now
            sleep = max(sleep, 86_400 - now.timeIntervalSince(first))
        } else if left <= wakesPerDay / 4 {
            sleep = max(sleep, Double(86_400 / wakesPerDay))
        }
        let second = Int(saturating: zones.secondOfDay(at: now))
        if let rest = quiet?.rest(from: second / 60) {
            // Until the full minute at which they end.
            sleep = max(sleep, Double(rest * 60 - second % 60))
        }
        return min(Int(saturating: sleep.rounded(.up)), 86_400)
    }
}
