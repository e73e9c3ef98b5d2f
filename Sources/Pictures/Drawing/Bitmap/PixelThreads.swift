import FoundationEssentials
import SubdialSystem
import Synchronization

/// Divides work on the pixels of a picture among threads.
package enum PixelThreads {
    /// The minimum number of pixels for another thread.
    private static let leastPixels = 1 << 19

    /// The number of threads for so many pixels, at least 1.
    package static func count(for pixels: Int) -> Int {
        max(1, min(ProcessInfo.processInfo.activeProcessorCount, pixels / leastPixels))
    }

    /// The results of `count` parts of the work, which are computed at the same time, the first of them on the caller's thread.
    package static func map<Result: Sendable>(_ count: Int, _ part: @Sendable (Int) -> Result) -> [Result] {
        guard count > 1 else { return [part(0)] }
        return withoutActuallyEscaping(part) { part in
            let others = (1..<count).map { index in PendingResult { part(index) } }
            // All are awaited before the closure ends.
            return [part(0)] + others.map { $0.value() }
        }
    }
}
