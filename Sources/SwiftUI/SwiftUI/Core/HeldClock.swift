package import FoundationEssentials
import SubdialCClock

/// The time of day of code that makes entries and views: it stands still, so that `Date()` in a source is the same in each run.
///
/// It stands still for a task, wherever its parts run, and for the tasks that it starts. Threads and queues of the source's own have the machine's.
package enum HeldClock {
    /// The date at which the time stands still here; nil if it goes on.
    ///
    /// It belongs to a task and not to a thread: a task that suspends may continue on another thread, while other tasks run on its first one.
    @TaskLocal package static var date: Date?

    private static let isInstalled: Void = subdial_set_held_clock { HeldClock.date?.timeIntervalSince1970 ?? .nan }

    /// The result of code for which the time is a date; with nil, the time goes on as it does here.
    package static func at<Result, Failure>(_ date: Date?, _ code: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let date else { return try code() }
        _ = isInstalled
        return try $date.withValue(date) { Swift.Result(catching: code) }.get()
    }

    /// The result of code on the main actor that can suspend.
    @MainActor
    package static func at<Result>(_ date: Date, _ code: @MainActor () async throws -> Result) async rethrows -> Result {
        _ = isInstalled
        return try await $date.withValue(date) { try await code() }
    }
}
