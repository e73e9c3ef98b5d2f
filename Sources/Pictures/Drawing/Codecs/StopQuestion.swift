/// A cancellation closure that a C library calls through a pointer.
final class StopQuestion {
    private let isCancelled: () -> Bool

    private init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// Calls `body` with the pointer, which is only valid during the call.
    static func asking<Result>(_ isCancelled: () -> Bool, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let question = StopQuestion(isCancelled)
            return withExtendedLifetime(question) { body(Unmanaged.passUnretained(question).toOpaque()) }
        }
    }

    /// Returns 1 to cancel the work, or 0.
    static func answer(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
        guard let pointer else { return 0 }
        return Unmanaged<StopQuestion>.fromOpaque(pointer).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
