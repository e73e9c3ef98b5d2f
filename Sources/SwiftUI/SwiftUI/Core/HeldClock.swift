package import FoundationEssentials
import SubdialCClock

/// The time of day of code that makes entries and views: it stands still, so that `Date()` in a source is the same in each run.
///
/// It stands still for one thread. Code that continues elsewhere passes on ``HeldClock/date``.
package enum HeldClock {
    /// The date at which the time stands still on this thread; nil if it goes on.
    package static var date: Date? {
        let seconds = subdial_hold_clock(.nan)
        _ = subdial_hold_clock(seconds)
        return seconds.isNaN ? nil : Date(timeIntervalSince1970: seconds)
    }

    /// The result of code for which the time is a date; with nil, the time goes on as it does here.
    package static func at<Result, Failure>(_ date: Date?, _ code: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let date else { return try code() }
        let before = subdial_hold_clock(date.timeIntervalSince1970)
        defer { _ = subdial_hold_clock(before) }
        return try code()
    }

    /// The result of code on the main actor that can suspend.
    @MainActor
    package static func at<Result>(_ date: Date, _ code: @MainActor () async throws -> Result) async rethrows -> Result {
        let before = subdial_hold_clock(date.timeIntervalSince1970)
        defer { _ = subdial_hold_clock(before) }
        return try await code()
    }
}
