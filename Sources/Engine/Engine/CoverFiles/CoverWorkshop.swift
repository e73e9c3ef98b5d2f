import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialSystem
import Synchronization

/// Creates covers from sources' pictures, for all feeds, on one thread.
///
/// Equal orders are one job, and a picture that is requested in several sizes is decoded once. An order without waiters is dropped, and its
/// decoding is cancelled.
final class CoverWorkshop: Sendable {
    /// The workshop of this process, which the feeds of an engine share.
    static let shared = CoverWorkshop()

    /// The minimum side length for decoding, so that sizes which are requested meanwhile can use the result too.
    private static let leastSide = ArtSettings.standardSide

    private let lane: WorkLane
    private let limits: ImageLimits
    private let queue = CoverQueue()
    private let begins: @Sendable () -> Void

    /// Makes a workshop.
    ///
    /// - Parameters:
    ///   - lane: The thread for the work.
    ///   - limits: The limits for pictures.
    ///   - begins: Called on the thread before a picture is decoded.
    init(lane: WorkLane = WorkLane(), limits: ImageLimits = .standard, begins: @escaping @Sendable () -> Void = {}) {
        self.lane = lane
        self.limits = limits
        self.begins = begins
    }

    /// The number of waiting and running orders.
    var orders: Int { queue.count }

    /// The ordered cover.
    ///
    /// A cancelled caller is answered immediately.
    ///
    /// - Throws: ``CoverError``; a picture that could not be decoded is refused later without another attempt.
    func picture(_ order: CoverOrder) async throws(CoverError) -> CoverPicture {
        let ticket = queue.ticket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                queue.join(order, ticket, waiter) { lane.add { self.work() } }
            }
        } onCancel: {
            queue.leave(ticket)
        }
        queue.forget(ticket)
        return try outcome.get()
    }

    // The following methods run on the thread.

    /// The central square of a picture, from which covers are made.
    private struct Square {
        let source: EncodedCover
        /// The requested side length; the bitmap is smaller if the picture is.
        let side: Int
        let bitmap: Bitmap
    }

    private func work() {
        var last: Square?
        while let batch = queue.takeUp() {
            let missing = batch.filter { !isThere($0) }
            guard let source = missing.first?.source, let side = missing.map(\.side).max() else { continue }
            if last?.source != source || last?.side ?? 0 < side { last = nil }
            do throws(ImageError) {
                if last == nil {
                    last = try decode(source, side: max(side, Self.leastSide)) { self.queue.isLeft(missing) }
                }
                guard let square = last?.bitmap else { continue }
                for order in missing where !queue.drop(order) { make(order, of: square) }
            } catch .cancelled {
                queue.putBack(missing)
            } catch {
                // A lack of memory does not make the picture invalid.
                if case .codec = error {} else { queue.reject(source, error) }
                for order in missing { queue.finish(order, .failure(.picture(error))) }
            }
        }
    }

    private func isThere(_ order: CoverOrder) -> Bool {
        guard let picture = order.folder.picture(of: order.source.digest, side: order.side) else { return false }
        queue.finish(order, .success(picture))
        return true
    }

    private func decode(_ source: EncodedCover, side: Int, isCancelled: () -> Bool) throws(ImageError) -> Square {
        begins()
        let bitmap = try ImageDecoder.square(source.bytes, side: side, limits: limits, isCancelled: isCancelled)
        return Square(source: source, side: side, bitmap: bitmap)
    }

    private func make(_ order: CoverOrder, of square: Bitmap) {
        do throws(ImageError) {
            let png = try PNG.encode(square.resized(width: order.side, height: order.side))
            queue.finish(order, .success(order.folder.keep(png, of: order.source.digest, side: order.side)))
        } catch {
            queue.finish(order, .failure(.picture(error)))
        }
    }
}

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
    fileprivate func ticket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Adds `waiter` to an order, or answers immediately if the result is known.
    ///
    /// - Parameter serve: Starts a worker, if there is none; returns false on failure.
    fileprivate func join(_ order: CoverOrder, _ ticket: Int, _ waiter: Waiter, serve: () -> Bool) {
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
    fileprivate func leave(_ ticket: Int) {
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
    fileprivate func forget(_ ticket: Int) {
        state.withLock { _ = $0.gone.remove(ticket) }
    }

    /// Starts all orders of the next picture; nil if there are none, and then the worker ends.
    fileprivate func takeUp() -> [CoverOrder]? {
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
    fileprivate func isLeft(_ orders: [CoverOrder]) -> Bool {
        state.withLock { state in !state.jobs.contains { !$0.waiting.isEmpty && orders.contains($0.order) } }
    }

    /// Drops a started order if it has no waiter; returns false if it has one.
    fileprivate func drop(_ order: CoverOrder) -> Bool {
        state.withLock { $0.drop(order) }
    }

    /// Returns started orders to the queue, or drops them if they have no waiter.
    fileprivate func putBack(_ orders: [CoverOrder]) {
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
    fileprivate func reject(_ source: EncodedCover, _ error: ImageError) {
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

/// A requested cover: its picture, size and cache folder.
struct CoverOrder: Hashable, Sendable {
    let source: EncodedCover
    /// The side length of the square, in pixels.
    let side: Int
    let folder: CoverFolder
}

/// The error of a cover that cannot be shown.
enum CoverError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source's picture cannot be decoded.
    case picture(ImageError)
    /// The system cannot create a thread.
    case noThread
    /// The requester was cancelled.
    case cancelled

    var description: String {
        switch self {
        case .picture(let error): "\(error)"
        case .noThread: "the system gives no thread for work with pictures; end other programs, or raise the limit of tasks"
        case .cancelled: "the cover is not wanted any longer"
        }
    }
}

/// The encoded picture of a cover from a source.
///
/// Pictures are equal if their content is equal, regardless of tracks and files: an album's cover is decoded once, and an overwritten file
/// is another picture.
struct EncodedCover: Hashable, Sendable {
    /// The encoded picture.
    let bytes: [UInt8]
    /// The hash of the content.
    ///
    /// An attacker who finds another picture with it could only replace a cover by another one of their own.
    let digest: WideHash

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = WideHash(bytes)
    }

    static func == (left: EncodedCover, right: EncodedCover) -> Bool { left.digest == right.digest }
    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
