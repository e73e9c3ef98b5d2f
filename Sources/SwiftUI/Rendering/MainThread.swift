import Foundation
import SubdialSwiftUI

/// The result of code that makes or evaluates views, which only the main actor does; other threads wait for it.
///
/// The main actor must not wait for the caller.
package func onMainThread<Result>(_ code: @MainActor () -> Result) -> Result {
    if MainQueue.isCurrent { return onMainActor(code) }
    nonisolated(unsafe) var result: Result?
    DispatchQueue.main.sync { result = onMainActor(code) }
    guard let result else { preconditionFailure("The main thread did not run the code") }
    return result
}

/// The result of code that can suspend, for code on the main thread that cannot: the main thread runs its loop meanwhile.
@MainActor
package func waitOnMainThread<Result>(_ code: @escaping @MainActor () async throws -> Result) throws -> Result {
    var result: Swift.Result<Result, any Error>?
    Task { @MainActor in
        do {
            result = .success(try await code())
        } catch {
            result = .failure(error)
        }
    }
    while true {
        if let result { return try result.get() }
        // A loop without sources returns at once.
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
        usleep(500)
    }
}

/// The queue of the main actor.
///
/// In a program whose `main` is asynchronous, such as that of Swift Testing, threads other than the main one run it too.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True on the main thread, and on any other that runs the main queue.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }
}
