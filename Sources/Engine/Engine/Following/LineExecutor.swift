import Glibc
import SubdialCGlibc
import SubdialSystem
import Synchronization

/// Runs the tasks of lines and calls their alarms, on one thread.
///
/// A timer of the cooperative pool wakes one thread for the timer and another for the task, and often a third. Here the thread whose timer
/// expires also runs the task: a line with the elapsed time wakes the engine once a second. Tasks with this executor must not block.
final class LineExecutor: TaskExecutor {
    /// The executor of this process.
    static let shared = LineExecutor()

    private struct State {
        var jobs: [UnownedJob] = []
        var queue = AlarmQueue()
        var alarms: [Int: @Sendable () -> Void] = [:]
        var nextAlarm = 0
        /// The pipe that wakes the thread; nil while there is no thread.
        var wakeUp: WakeUp?
        /// True while the thread waits, or is about to.
        var isWaiting = false
        /// True while another attempt to start the thread is due.
        var startsLater = false
    }

    private let state = Mutex(State())

    /// Appends a job to those of the thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    /// Adds an alarm, and returns its number.
    ///
    /// - Parameter ring: The thread calls it at the alarm's date; it must not block.
    func addAlarm(_ ring: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextAlarm += 1
            state.alarms[state.nextAlarm] = ring
            return state.nextAlarm
        }
    }

    /// Sets the date of the alarm's next call, in place of any earlier date; nil for never.
    func set(_ alarm: Int, _ due: ContinuousClock.Instant?) {
        change { state in
            // A removed alarm is never called again.
            if state.alarms[alarm] != nil { state.queue.set(alarm, due) }
        }
    }

    /// Removes an alarm.
    func remove(_ alarm: Int) {
        let ring = state.withLock { state in
            state.queue.set(alarm, nil)
            return state.alarms.removeValue(forKey: alarm)
        }
        // Released without the lock: the closure may own a stream, whose end resumes a task.
        _ = consume ring
    }

    /// Changes the state, and wakes the thread if it has anything to do earlier than before.
    private func change(_ body: (inout sending State) -> Void) {
        state.withLock { state in
            let next = state.queue.next
            body(&state)
            guard let wakeUp = state.wakeUp else { return start(&state) }
            let isEarlier = state.queue.next.map { due in next.map { due < $0 } ?? true } ?? false
            guard state.isWaiting, isEarlier || !state.jobs.isEmpty else { return }
            state.isWaiting = false
            wakeUp.wake()
        }
    }

    /// Starts the thread; jobs and alarms wait for a second attempt if the system has no more threads or descriptors.
    private func start(_ state: inout State) {
        guard !state.startsLater else { return }
        let timer = timerfd_create(CLOCK_BOOTTIME, Int32(O_CLOEXEC | O_NONBLOCK))
        if timer >= 0, let wakeUp = try? WakeUp(), WorkThread.detach({ self.run(timer, wakeUp) }) {
            state.wakeUp = wakeUp
            return
        }
        if timer >= 0 { close(timer) }
        state.startsLater = true
        Task {
            try? await Task.sleep(for: .seconds(1))
            self.change { $0.startsLater = false }
        }
    }

    private func run(_ timer: Int32, _ wakeUp: WakeUp) {
        while true {
            let (jobs, alarms) = takeDue()
            for ring in alarms { ring() }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            guard jobs.isEmpty, alarms.isEmpty else { continue }
            wait(timer, wakeUp)
        }
    }

    private func takeDue() -> (jobs: [UnownedJob], alarms: [@Sendable () -> Void]) {
        let now = ContinuousClock.now
        return state.withLock { state in
            defer { state.jobs.removeAll(keepingCapacity: true) }
            return (state.jobs, state.queue.receive(until: now).compactMap { state.alarms[$0] })
        }
    }

    /// Waits for the next alarm or for ``change(_:)``.
    private func wait(_ timer: Int32, _ wakeUp: WakeUp) {
        let next = state.withLock { state -> ContinuousClock.Instant?? in
            guard state.jobs.isEmpty else { return nil }
            state.isWaiting = true
            return .some(state.queue.next)
        }
        guard let next else { return }
        setTimer(timer, next)
        var watched = [
            pollfd(fd: timer, events: Int16(POLLIN), revents: 0), pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&watched, nfds_t(watched.count), -1)
        state.withLock { $0.isWaiting = false }
        if watched[1].revents != 0 { wakeUp.drain() }
    }

    /// Sets the timer to a date, which also discards an unread expiration; nil stops it.
    private func setTimer(_ timer: Int32, _ due: ContinuousClock.Instant?) {
        var time = itimerspec()
        if let due {
            let (seconds, attoseconds) = max(.nanoseconds(1), due - .now).components
            time.it_value.tv_sec = Int(seconds)
            time.it_value.tv_nsec = Int(attoseconds / 1_000_000_000)
            // Zero would stop the timer.
            if time.it_value.tv_sec == 0 { time.it_value.tv_nsec = max(1, time.it_value.tv_nsec) }
        }
        timerfd_settime(timer, 0, &time, nil)
    }
}

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
