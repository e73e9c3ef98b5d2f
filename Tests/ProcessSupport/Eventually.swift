// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation

    /// The error of a condition that did not become true in time.
    struct NeverCameTrue: Error, CustomStringConvertible {
        let description: String
    }

    /// Waits until a condition holds, with a limit that suits a busy machine.
    func eventually(_ what: String, within limit: Duration = .seconds(180), _ condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + limit
        while try await !condition() {
            guard ContinuousClock.now < deadline else { throw NeverCameTrue(description: "never: \(what)") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
#endif
