import Drawing
import Synchronization

/// The covers that are ordered, each once however many wait for it, in the order in which they are made.
final class CoverQueue: Sendable {
    typealias Outcome = Result<CoverPicture, CoverError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    fileprivate struct Job {
        let order: CoverOrder
        /// Whether the thread has taken it up.
        var isUnderWay = false
        var waiting: [Int: Waiter]
    }

    fileprivate struct State {
        var jobs: [Job] = []
        /// Whether somebody takes jobs up.
        var isServed = false
        var lastTicket = 0
        /// Those that went before they had joined.
        var gone: Set<Int> = []
        /// Pictures that are known to be none, by their content.
        var rejected = RecentCache<CoverSource.Digest, ImageError>(capacity: 128)
    }

    private let state = Mutex(State())

    /// How many orders wait or are under way.
    var count: Int { state.withLock { $0.jobs.count } }

    /// A number for one who is going to wait.
    func ticket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Has `waiter` wait for an order, or answers at once where it is known how it ends.
    ///
    /// - Parameter serve: Begins to take jobs up, where nobody does; false where that cannot be done.
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

    /// Answers one who waits no longer; an order that has not been taken up and that nobody else waits for is dropped.
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

    /// After one has been answered.
    func forget(_ ticket: Int) {
        state.withLock { _ = $0.gone.remove(ticket) }
    }

    /// Takes up all orders of the next picture; nil where there is none, and then nobody takes jobs up any longer.
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

    /// Whether nobody waits for any of them.
    func isLeft(_ orders: [CoverOrder]) -> Bool {
        state.withLock { state in !state.jobs.contains { !$0.waiting.isEmpty && orders.contains($0.order) } }
    }

    /// Drops an order that has been taken up where nobody waits for it; false where somebody does.
    func drop(_ order: CoverOrder) -> Bool {
        state.withLock { $0.drop(order) }
    }

    /// Leaves orders for later that have been taken up, or drops them where nobody waits for them.
    func putBack(_ orders: [CoverOrder]) {
        state.withLock { state in
            for order in orders where !state.drop(order) {
                for index in state.jobs.indices where state.jobs[index].order == order { state.jobs[index].isUnderWay = false }
            }
        }
    }

    /// Answers all who wait for an order.
    func finish(_ order: CoverOrder, _ outcome: Outcome) {
        let waiting = state.withLock { state -> [Waiter] in
            guard let index = state.jobs.firstIndex(where: { $0.order == order }) else { return [] }
            return Array(state.jobs.remove(at: index).waiting.values)
        }
        for waiter in waiting { waiter.resume(returning: outcome) }
    }

    /// Has all orders of a picture refused from now on.
    func reject(_ source: CoverSource, _ error: ImageError) {
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
