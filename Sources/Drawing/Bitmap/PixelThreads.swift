import Dispatch
import FoundationEssentials
import Synchronization

/// Divides work on the pixels of a picture among threads.
public enum PixelThreads {
    /// The minimum number of pixels for another thread.
    private static let leastPixels = 1 << 19

    /// The number of threads for so many pixels, at least 1.
    public static func count(for pixels: Int) -> Int {
        max(1, min(ProcessInfo.processInfo.activeProcessorCount, pixels / leastPixels))
    }

    /// The results of `count` parts of the work, which are computed at the same time.
    public static func map<Result: Sendable>(_ count: Int, _ part: @Sendable (Int) -> Result) -> [Result] {
        guard count > 1 else { return [part(0)] }
        let results = Mutex([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = part(index)
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
