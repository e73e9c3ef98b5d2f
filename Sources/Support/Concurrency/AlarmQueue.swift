import FoundationEssentials
import Glibc
import SubdialCGlibc
import SubdialSystem
import Synchronization
@_spi(ExperimentalScheduling) import _Concurrency

/// The dates of alarms, in their order.
struct AlarmQueue {
    /// An alarm with its date.
    private struct Entry: Comparable {
        let due: ContinuousClock.Instant
        let alarm: Int

        static func < (first: Entry, second: Entry) -> Bool {
            first.due == second.due ? first.alarm < second.alarm : first.due < second.due
        }
    }

    /// The entries from the latest to the earliest, so that the earliest is removed without moving the others.
    private var entries: [Entry] = []
    private var dates: [Int: ContinuousClock.Instant] = [:]

    /// The earliest date; nil if no alarm is set.
    var next: ContinuousClock.Instant? { entries.last?.due }

    /// Sets the date of an alarm in place of its earlier one; nil removes it.
    mutating func set(_ alarm: Int, _ due: ContinuousClock.Instant?) {
        if let old = dates[alarm] {
            guard old != due else { return }
            entries.remove(at: index(of: Entry(due: old, alarm: alarm)))
        }
        dates[alarm] = due
        if let due {
            let entry = Entry(due: due, alarm: alarm)
            entries.insert(entry, at: index(of: entry))
        }
    }

    /// Removes the alarms whose date has come, and returns them in the order of their dates.
    mutating func receive(until now: ContinuousClock.Instant) -> [Int] {
        var due: [Int] = []
        while let entry = entries.last, entry.due <= now {
            entries.removeLast()
            dates[entry.alarm] = nil
            due.append(entry.alarm)
        }
        return due
    }

    /// The index of an entry, or that at which it must be inserted.
    private func index(of entry: Entry) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] > entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
