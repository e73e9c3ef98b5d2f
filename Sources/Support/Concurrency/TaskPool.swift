import FoundationEssentials
import Glibc
import SubdialCGlibc
import SubdialSystem
import Synchronization
@_spi(ExperimentalScheduling) import _Concurrency

/// The threads that run the tasks of the engine and its alarms.
///
/// A timer of Swift's own pool wakes one thread for the timer and another for the task, and often a third. Here the thread whose timer expires
/// also runs the task: a line with the elapsed time wakes the engine once a second. The pool of Swift's runtime also wakes each second to see
/// whether its threads are blocked; after ``install()`` nothing runs on it. Tasks must not block.
///
/// Threads without work wait in one `epoll` set, of which each event wakes one thread.
package final class TaskPool: TaskExecutor, SchedulingExecutor {
    /// The pool of this process, with a thread more than processors.
    package static let shared = TaskPool(threads: ProcessInfo.processInfo.activeProcessorCount + 1)

    /// Something that is due at a date.
    private enum Due {
        case alarm(@Sendable () -> Void)
        case job(UnownedJob)
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var dates = AlarmQueue()
        var due: [Int: Due] = [:]
        var nextNumber = 0
        /// The descriptors of the waiting threads; nil until the first thread is started.
        var place: WaitingPlace?
        /// The threads, by the number of the system.
        var threads: Set<pthread_t> = []
        /// The threads that wait and for which there is no wake-up yet.
        var waiting = 0
    }

    private let state = Mutex(State())
    private let maximumThreads: Int

    /// Makes a pool without threads; it starts them when they are needed.
    package init(threads: Int) { maximumThreads = threads }

    /// Makes it the pool of all tasks of this process without another executor; call it before the first of them.
    package func install() {
        subdial_tasks_install { TaskPool.shared.enqueue(unsafeBitCast($0, to: UnownedJob.self)) }
    }

    // MARK: Tasks

    /// Runs a job as soon as possible.
    package func enqueue(_ job: UnownedJob) {
        state.withLock { state in
            state.jobs.append(job)
            // A thread of the pool that adds one job runs it itself, as it is about to wait.
            if state.jobs.count > 1 || !state.threads.contains(pthread_self()) { activate(&state) }
        }
    }

    /// Runs a job after a delay.
    package func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
        schedule(UnownedJob(job), after: delay as? Duration ?? .zero)
    }

    /// Runs a job at an instant.
    package func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
        schedule(UnownedJob(job), after: clock.now.duration(to: instant) as? Duration ?? .zero)
    }

    private func schedule(_ job: UnownedJob, after delay: Duration) {
        let due = ContinuousClock.now.advanced(by: max(.zero, delay))
        state.withLock { state in
            state.nextNumber += 1
            state.due[state.nextNumber] = .job(job)
            setDate(of: state.nextNumber, due, &state)
        }
    }

    // MARK: Alarms

    /// Adds an alarm, and returns its number.
    ///
    /// - Parameter ring: A thread calls it at the alarm's date; it must not block.
    package func addAlarm(_ ring: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextNumber += 1
            state.due[state.nextNumber] = .alarm(ring)
            return state.nextNumber
        }
    }

    /// Sets the date of the alarm's next call, in place of any earlier date; nil for never.
    package func set(_ alarm: Int, _ due: ContinuousClock.Instant?) {
        state.withLock { state in
            // A removed alarm is never called again.
            if state.due[alarm] != nil { setDate(of: alarm, due, &state) }
        }
    }

    /// Removes an alarm.
    package func remove(_ alarm: Int) {
        let ring = state.withLock { state in
            setDate(of: alarm, nil, &state)
            return state.due.removeValue(forKey: alarm)
        }
        // Released without the lock: the closure may own a stream, whose end resumes a task.
        _ = consume ring
    }

    private func setDate(of number: Int, _ due: ContinuousClock.Instant?, _ state: inout State) {
        let before = state.dates.next
        state.dates.set(number, due)
        guard state.dates.next != before else { return }
        if state.threads.isEmpty { activate(&state) }
        state.place?.setTimer(state.dates.next)
    }

    // MARK: Threads

    /// Wakes a waiting thread, or starts another one.
    private func activate(_ state: inout State) {
        if state.waiting > 0 {
            state.waiting -= 1
            state.place?.wake()
        } else if state.threads.count < maximumThreads {
            start(&state)
        }
    }

    /// Starts a thread; if the system has no more threads or descriptors, the next job or date tries again.
    private func start(_ state: inout State) {
        if state.place == nil { state.place = WaitingPlace() }
        guard let place = state.place, let thread = WorkThread(run: { self.run(place) }) else { return }
        state.threads.insert(thread.id)
        thread.detach()
    }

    private func run(_ place: WaitingPlace) {
        while true {
            let (job, alarms) = next()
            for ring in alarms { ring() }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if alarms.isEmpty, place.wait() == .timer {
                state.withLock { $0.waiting -= 1 }
            }
        }
    }

    /// The next job and the alarms whose date has come; with neither, the thread counts as waiting.
    private func next() -> (job: UnownedJob?, alarms: [@Sendable () -> Void]) {
        let now = ContinuousClock.now
        return state.withLock { state in
            var alarms: [@Sendable () -> Void] = []
            let before = state.dates.next
            for number in state.dates.receive(until: now) {
                switch state.due[number] {
                case .alarm(let ring): alarms.append(ring)
                case .job(let job):
                    state.due[number] = nil
                    state.jobs.append(job)
                case nil: break
                }
            }
            if state.dates.next != before { state.place?.setTimer(state.dates.next) }
            guard !state.jobs.isEmpty else {
                if alarms.isEmpty { state.waiting += 1 }
                return (nil, alarms)
            }
            let job = state.jobs.removeFirst()
            if !state.jobs.isEmpty { activate(&state) }
            return (job, alarms)
        }
    }
}

/// The place where threads without work wait: for a wake-up, or for the time of a timer.
private final class WaitingPlace: Sendable {
    enum Event: UInt64 {
        case wakeUp = 1
        case timer
    }

    private let events: Descriptor
    private let wakeUps: Descriptor
    private let timer: Descriptor

    /// Makes the place; nil if the process has no descriptors left.
    init?() {
        events = Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
        wakeUps = Descriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
        timer = Descriptor(timerfd_create(CLOCK_BOOTTIME, Int32(O_CLOEXEC | O_NONBLOCK)))
        guard events.raw >= 0, add(wakeUps, .wakeUp), add(timer, .timer) else { return nil }
    }

    /// Each change wakes one waiting thread, and need not be read.
    private func add(_ descriptor: borrowing Descriptor, _ event: Event) -> Bool {
        var watched = epoll_event()
        watched.events = EPOLLIN.rawValue | EPOLLET.rawValue
        watched.data.u64 = event.rawValue
        return descriptor.raw >= 0 && epoll_ctl(events.raw, EPOLL_CTL_ADD, descriptor.raw, &watched) == 0
    }

    /// Wakes one thread, or the next one that waits.
    func wake() { eventfd_write(wakeUps.raw, 1) }

    /// Sets the date at which one thread wakes, in place of an earlier one; nil for never.
    func setTimer(_ due: ContinuousClock.Instant?) {
        var time = itimerspec()
        if let due {
            let (seconds, attoseconds) = max(.nanoseconds(1), due - .now).components
            time.it_value.tv_sec = Int(clamping: seconds)
            time.it_value.tv_nsec = Int(clamping: attoseconds / 1_000_000_000)
            // Zero would stop the timer.
            if time.it_value.tv_sec == 0 { time.it_value.tv_nsec = max(1, time.it_value.tv_nsec) }
        }
        timerfd_settime(timer.raw, 0, &time, nil)
    }

    /// Waits for an event.
    func wait() -> Event {
        var event = epoll_event()
        while epoll_wait(events.raw, &event, 1, -1) != 1 {}
        return Event(rawValue: event.data.u64) ?? .wakeUp
    }
}
