import Expressions
import FoundationEssentials

/// When a display that sleeps is to wake up again: each wake costs its battery some of its life.
public struct RefreshRules: Hashable, Sendable {
    /// A time of the day, in minutes since midnight: 0 to 1439.
    public typealias Minutes = Int

    /// The shortest and the longest sleep, in seconds.
    public var least = 60, most = 1800
    /// How often within 24 hours the battery allows a wake.
    public var wakesPerDay = 144
    /// The hours in which nobody looks; nil for none.
    public var quiet: Range?

    /// A part of the day; one that ends before it begins goes over midnight.
    public struct Range: Hashable, Sendable {
        public var start: Minutes, end: Minutes

        /// Makes a part of the day.
        public init(start: Minutes, end: Minutes) { (self.start, self.end) = (start, end) }

        /// Minutes from `time` to the end; nil where it is not within.
        func rest(from time: Minutes) -> Minutes? {
            let (passed, length) = ((time - start + 1440) % 1440, (end - start + 1440) % 1440)
            return passed < length ? length - passed : nil
        }
    }

    /// The rules for a display of which nobody said anything.
    public init() {}

    /// How many seconds the display sleeps now.
    ///
    /// While more than a quarter of the day's wakes are left, it wakes at the next change. Then it keeps a pace that lasts for the day, and
    /// without any left it waits for the first of the last 24 hours to be over. In quiet hours it sleeps to their end.
    ///
    /// - Parameters:
    ///   - nextChange: When the picture looks otherwise; nil where nobody knows.
    ///   - wakes: The wakes of the last 24 hours, this one among them.
    ///   - zones: The time zones of the place where the display hangs.
    public func seconds(at now: Date, nextChange: Date?, wakes: [Date], in zones: TimeZones) -> Int {
        var sleep = Double(most)
        // A moment later, so that the change has happened.
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
            // To the full minute that ends them.
            sleep = max(sleep, Double(rest * 60 - second % 60))
        }
        return min(Int(saturating: sleep.rounded(.up)), 86_400)
    }
}
