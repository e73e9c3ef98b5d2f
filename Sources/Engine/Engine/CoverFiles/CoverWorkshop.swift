import SubdialConcurrency
import SubdialDrawing

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
