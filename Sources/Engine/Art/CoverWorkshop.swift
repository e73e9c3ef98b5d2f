import Drawing

/// Makes covers of sources' pictures, for all feeds, on one thread.
///
/// Equal orders are one piece of work, and a picture that is wanted in several sizes is decoded once. An order that everybody has left
/// is dropped, and its decoding ends.
final class CoverWorkshop: Sendable {
    /// That of this process: the feeds of an engine share it.
    static let shared = CoverWorkshop()

    /// What is decoded at least, so that sizes that are asked for meanwhile can be made of it too.
    private static let leastSide = ArtSettings.standardSide

    private let lane: WorkLane
    private let limits: ImageLimits
    private let queue = CoverQueue()
    private let begins: @Sendable () -> Void

    /// Makes a workshop.
    ///
    /// - Parameters:
    ///   - lane: Where the work is done.
    ///   - limits: What a picture may cost.
    ///   - begins: Called there before a picture is decoded.
    init(lane: WorkLane = WorkLane(), limits: ImageLimits = .standard, begins: @escaping @Sendable () -> Void = {}) {
        self.lane = lane
        self.limits = limits
        self.begins = begins
    }

    /// How many orders wait or are under way.
    var orders: Int { queue.count }

    /// The cover that is ordered.
    ///
    /// Who is cancelled is answered at once.
    ///
    /// - Throws: ``CoverError``; a picture that could not be decoded is refused from then on without being looked at again.
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

    // All below runs on the thread.

    /// The middle of a picture, from which covers are made.
    private struct Square {
        let source: CoverSource
        /// The size that was asked for; the bitmap is smaller where the picture is.
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
                // A lack of memory is not the picture's fault.
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

    private func decode(_ source: CoverSource, side: Int, isCancelled: () -> Bool) throws(ImageError) -> Square {
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
