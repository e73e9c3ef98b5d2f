import CCurl
import OperatingSystem
import Synchronization

/// The thread on which the requests of an ``HTTPClient`` run.
///
/// The first request starts it. It sleeps in `curl_multi_poll` until a socket, one of curl's time-outs or new work wakes it. Without transfers it
/// does not wake at all.
///
/// Unchecked, because only the thread uses `transfers`; everything else goes through the inbox.
final class CurlLoop: @unchecked Sendable {
    private enum Work {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        case resume(CurlTransfer)
    }

    private struct Inbox {
        var work: [Work] = []
        /// The reason why new work is rejected; nil while it is accepted.
        var closed: HTTPError?
        /// curl's handle and the thread that uses it; nil before the first request.
        var running: (multi: UnsafeMutableRawPointer, thread: WorkThread)?
    }

    private let userAgent: String
    private let inbox = Mutex(Inbox())
    private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(userAgent: String) {
        self.userAgent = userAgent
    }

    /// Starts `transfer`.
    ///
    /// Its receiver is called in every case.
    func start(_ transfer: CurlTransfer) {
        if let closed = enqueue(.start(transfer)) { transfer.finish(closed) }
    }

    /// Cancels `transfer` immediately, even before it has started.
    func cancel(_ transfer: CurlTransfer) {
        transfer.isCancelled.store(true, ordering: .sequentiallyConsistent)
        _ = enqueue(.cancel(transfer))
    }

    /// Resumes a stream that was paused because its buffer was full.
    func resume(_ transfer: CurlTransfer) {
        _ = enqueue(.resume(transfer))
    }

    /// Cancels all transfers and stops the thread.
    ///
    /// Returns after the thread has ended.
    func close() {
        let thread = inbox.withLock { inbox -> WorkThread? in
            guard inbox.closed == nil else { return nil }
            inbox.closed = .cancelled
            guard let (multi, thread) = inbox.running.take() else { return nil }
            curl_multi_wakeup(multi)
            return thread
        }
        thread?.join()
    }

    private func enqueue(_ work: Work) -> HTTPError? {
        inbox.withLock { inbox in
            if let closed = inbox.closed { return closed }
            inbox.work.append(work)
            // Within the lock, because the thread frees the handle only after it has seen that the inbox is closed.
            if let (multi, _) = inbox.running {
                curl_multi_wakeup(multi)
                return nil
            }
            do throws(HTTPError) {
                inbox.running = try startThread()
                return nil
            } catch {
                inbox.work = []
                inbox.closed = error
                return error
            }
        }
    }

    /// Sets up curl, and starts the thread.
    private func startThread() throws(HTTPError) -> (UnsafeMutableRawPointer, WorkThread) {
        guard Self.isReady, let multi = curl_multi_init() else { throw .other("libcurl cannot be set up") }
        _ = subdial_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 8)
        // A pointer may be sent to a thread that alone uses it.
        let address = UInt(bitPattern: multi)
        // A strong reference, so that the loop lives until its thread ends. The client holds the loop, and not vice versa.
        guard let thread = WorkThread(run: { self.run(on: address) }) else {
            curl_multi_cleanup(multi)
            throw .other("no thread for requests can be made")
        }
        return (multi, thread)
    }

    // Everything below runs on the thread.

    private func run(on address: UInt) {
        guard let multi = UnsafeMutableRawPointer(bitPattern: address) else { return }
        while true {
            let (work, closed) = inbox.withLock { inbox in
                defer { inbox.work = [] }
                return (inbox.work, inbox.closed)
            }
            for item in work { perform(item, on: multi) }
            if let closed {
                for transfer in Array(transfers.values) { end(transfer, closed, on: multi) }
                break
            }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            endFinished(on: multi)
            let wait = endIdle(on: multi)
            // curl wakes up earlier for its own time-outs.
            curl_multi_poll(multi, nil, 0, wait, nil)
        }
        curl_multi_cleanup(multi)
    }

    private func perform(_ work: Work, on multi: UnsafeMutableRawPointer) {
        switch work {
        case .start(let transfer):
            guard !transfer.isCancelled.load(ordering: .sequentiallyConsistent) else { return transfer.finish(.cancelled) }
            do throws(HTTPError) {
                try transfer.prepare(userAgent: userAgent)
                guard let easy = transfer.easy, curl_multi_add_handle(multi, easy) == CURLM_OK else {
                    throw .other("curl takes no request")
                }
                transfers[easy] = transfer
            } catch {
                transfer.cleanUp()
                transfer.finish(error)
            }
        case .cancel(let transfer):
            if let easy = transfer.easy, transfers[easy] != nil { end(transfer, .cancelled, on: multi) }
        case .resume(let transfer):
            guard let easy = transfer.easy, transfers[easy] != nil else { return }
            transfer.noteActivity()
            _ = subdial_curl_resume(easy)
        }
    }

    private func endFinished(on multi: UnsafeMutableRawPointer) {
        var code = CURLE_OK
        while let easy = subdial_curl_next_ended(multi, &code) {
            guard let transfer = transfers[easy] else { continue }
            end(transfer, transfer.error(for: code), on: multi)
        }
    }

    /// Ends the streams that exceeded their idle time-out.
    ///
    /// Returns the milliseconds until the next stream may exceed its own.
    private func endIdle(on multi: UnsafeMutableRawPointer) -> Int32 {
        let now = ContinuousClock.now
        var next: ContinuousClock.Instant?
        for transfer in Array(transfers.values) {
            guard let deadline = transfer.idleDeadline else { continue }
            if deadline <= now {
                end(transfer, .timedOut, on: multi)
            } else {
                next = next.map { min($0, deadline) } ?? deadline
            }
        }
        guard let next else { return .max }
        let seconds = now.duration(to: next).components.seconds
        return Int32(clamping: (seconds + 1) * 1000)
    }

    private func end(_ transfer: CurlTransfer, _ error: HTTPError?, on multi: UnsafeMutableRawPointer) {
        if let easy = transfer.easy {
            transfers[easy] = nil
            curl_multi_remove_handle(multi, easy)
        }
        transfer.cleanUp()
        transfer.finish(error)
    }
}
