/// A closure that a C library asks, by a pointer, whether to go on.
final class StopQuestion {
    private let isCancelled: () -> Bool

    private init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// Gives `body` the pointer, which is valid inside it alone.
    static func asking<Result>(_ isCancelled: () -> Bool, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let question = StopQuestion(isCancelled)
            return withExtendedLifetime(question) { body(Unmanaged.passUnretained(question).toOpaque()) }
        }
    }

    /// 1 where the work is to end, else 0.
    static func answer(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
        guard let pointer else { return 0 }
        return Unmanaged<StopQuestion>.fromOpaque(pointer).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
