import SubdialCLibraries
import SubdialSystem
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

    /// curl's handle for all transfers.
    ///
    /// Unchecked, because only the thread uses the handle, except to wake the thread, which any thread may do.
    private struct Multi: @unchecked Sendable {
        let curl: Curl
        let handle: UnsafeMutableRawPointer

        func wakeUp() { _ = curl.multi_wakeup(handle) }
        func cleanUp() { _ = curl.multi_cleanup(handle) }
    }

    private struct Inbox {
        var work: [Work] = []
        /// The reason why new work is rejected; nil while it is accepted.
        var closed: HTTPError?
        /// curl's handle and the thread that uses it; nil before the first request.
        var running: (multi: Multi, thread: WorkThread)?
    }

    private let userAgent: String
    private let inbox = Mutex(Inbox())
    private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

    private static let isReady = (try? Curl.loaded())?.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

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
            multi.wakeUp()
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
                multi.wakeUp()
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
    private func startThread() throws(HTTPError) -> (Multi, WorkThread) {
        let curl = try Curl.loaded()
        guard Self.isReady, let handle = curl.multi_init() else { throw .other("libcurl cannot be set up") }
        _ = subdial_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 8)
        let multi = Multi(curl: curl, handle: handle)
        // A strong reference, so that the loop lives until its thread ends. The client holds the loop, and not vice versa.
        guard let thread = WorkThread(run: { self.run(on: multi) }) else {
            multi.cleanUp()
            throw .other("no thread for requests can be made")
        }
        return (multi, thread)
    }

    // Everything below runs on the thread.

    private func run(on multi: Multi) {
        let curl = multi.curl
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
            _ = curl.multi_perform(multi.handle, &running)
            endFinished(on: multi)
            let wait = endIdle(on: multi)
            // curl wakes up earlier for its own time-outs.
            _ = curl.multi_poll(multi.handle, nil, 0, wait, nil)
        }
        multi.cleanUp()
    }

    private func perform(_ work: Work, on multi: Multi) {
        switch work {
        case .start(let transfer):
            guard !transfer.isCancelled.load(ordering: .sequentiallyConsistent) else { return transfer.finish(.cancelled) }
            do throws(HTTPError) {
                try transfer.prepare(multi.curl, userAgent: userAgent)
                guard let easy = transfer.easy, multi.curl.multi_add_handle(multi.handle, easy) == CURLM_OK else {
                    throw .other("curl takes no request")
                }
                transfers[easy] = transfer
            } catch {
                transfer.cleanUp(multi.curl)
                transfer.finish(error)
            }
        case .cancel(let transfer):
            if let easy = transfer.easy, transfers[easy] != nil { end(transfer, .cancelled, on: multi) }
        case .resume(let transfer):
            guard let easy = transfer.easy, transfers[easy] != nil else { return }
            transfer.recordActivity()
            _ = subdial_curl_resume(easy)
        }
    }

    private func endFinished(on multi: Multi) {
        var code = CURLE_OK
        while let easy = subdial_curl_next_ended(multi.handle, &code) {
            guard let transfer = transfers[easy] else { continue }
            end(transfer, transfer.error(for: code, multi.curl), on: multi)
        }
    }

    /// Ends the streams that exceeded their idle time-out.
    ///
    /// Returns the milliseconds until the next stream may exceed its own.
    private func endIdle(on multi: Multi) -> Int32 {
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

    private func end(_ transfer: CurlTransfer, _ error: HTTPError?, on multi: Multi) {
        if let easy = transfer.easy {
            transfers[easy] = nil
            _ = multi.curl.multi_remove_handle(multi.handle, easy)
        }
        transfer.cleanUp(multi.curl)
        transfer.finish(error)
    }
}
