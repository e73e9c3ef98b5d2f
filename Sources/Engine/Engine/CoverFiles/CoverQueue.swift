import SubdialBasics
import SubdialDrawing
import Synchronization

/// The requested covers in order; equal orders share one job.
final class CoverQueue: Sendable {
    typealias Outcome = Result<CoverPicture, CoverError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    fileprivate struct Job {
        let order: CoverOrder
        /// True if the thread has started the job.
        var isUnderWay = false
        var waiting: [Int: Waiter]
    }

    fileprivate struct State {
        var jobs: [Job] = []
        /// True if a worker processes the jobs.
        var isServed = false
        var lastTicket = 0
        /// The tickets of waiters that left before they had joined.
        var gone: Set<Int> = []
        /// The errors of pictures that cannot be decoded, by content.
        var rejected = RecentCache<WideHash, ImageError>(capacity: 128)
    }

    private let state = Mutex(State())

    /// The number of waiting and running orders.
    var count: Int { state.withLock { $0.jobs.count } }

    /// A new ticket for a waiter.
    func ticket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Adds `waiter` to an order, or answers immediately if the result is known.
    ///
    /// - Parameter serve: Starts a worker, if there is none; returns false on failure.
    func join(_ order: CoverOrder, _ ticket: Int, _ waiter: Waiter, serve: () -> Bool) {
        let answer: Outcome? = state.withLock { state in
            if state.gone.remove(ticket) != nil { return .failure(.cancelled) }
            if let error = state.rejected[order.source.digest] { return .failure(.picture(error)) }
            if let index = state.jobs.firstIndex(where: { $0.order == order }) {
                state.jobs[index].waiting[ticket] = waiter
                return nil
            }
            if !state.isServed {
                guard serve() else { return .failure(.noThread) }
                state.isServed = true
            }
            state.jobs.append(Job(order: order, waiting: [ticket: waiter]))
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }

    /// Cancels a waiter; an order that has not been started and has no other waiter is dropped.
    func leave(_ ticket: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.jobs.firstIndex(where: { $0.waiting[ticket] != nil }) else {
                state.gone.insert(ticket)
                return nil
            }
            let waiter = state.jobs[index].waiting.removeValue(forKey: ticket)
            if state.jobs[index].waiting.isEmpty, !state.jobs[index].isUnderWay { state.jobs.remove(at: index) }
            return waiter
        }
        waiter?.resume(returning: .failure(.cancelled))
    }

    /// Releases the ticket of an answered waiter.
    func forget(_ ticket: Int) {
        state.withLock { _ = $0.gone.remove(ticket) }
    }

    /// Starts all orders of the next picture; nil if there are none, and then the worker ends.
    func takeUp() -> [CoverOrder]? {
        state.withLock { state in
            guard let source = state.jobs.first(where: { !$0.isUnderWay })?.order.source else {
                state.isServed = false
                return nil
            }
            for index in state.jobs.indices where state.jobs[index].order.source == source { state.jobs[index].isUnderWay = true }
            return state.jobs.map(\.order).filter { $0.source == source }
        }
    }

    /// True if none of the orders has a waiter.
    func isLeft(_ orders: [CoverOrder]) -> Bool {
        state.withLock { state in !state.jobs.contains { !$0.waiting.isEmpty && orders.contains($0.order) } }
    }

    /// Drops a started order if it has no waiter; returns false if it has one.
    func drop(_ order: CoverOrder) -> Bool {
        state.withLock { $0.drop(order) }
    }

    /// Returns started orders to the queue, or drops them if they have no waiter.
    func putBack(_ orders: [CoverOrder]) {
        state.withLock { state in
            for order in orders where !state.drop(order) {
                for index in state.jobs.indices where state.jobs[index].order == order { state.jobs[index].isUnderWay = false }
            }
        }
    }

    /// Answers all waiters of an order.
    func finish(_ order: CoverOrder, _ outcome: Outcome) {
        let waiting = state.withLock { state -> [Waiter] in
            guard let index = state.jobs.firstIndex(where: { $0.order == order }) else { return [] }
            return Array(state.jobs.remove(at: index).waiting.values)
        }
        for waiter in waiting { waiter.resume(returning: outcome) }
    }

    /// Refuses all later orders of a picture.
    func reject(_ source: EncodedCover, _ error: ImageError) {
        state.withLock { $0.rejected[source.digest] = error }
    }
}

extension CoverQueue.State {
    fileprivate mutating func drop(_ order: CoverOrder) -> Bool {
        guard let index = jobs.firstIndex(where: { $0.order == order }) else { return true }
        guard jobs[index].waiting.isEmpty else { return false }
        jobs.remove(at: index)
        return true
    }
}
