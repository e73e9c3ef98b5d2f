// A release has neither the testing library nor a way into the modules.
#if DEBUG
    import Foundation

    /// A condition that did not come true.
    struct NeverCameTrue: Error, CustomStringConvertible {
        let description: String
    }

    /// Waits until a condition holds, long enough for a machine that is busy with much else.
    func eventually(_ what: String, within limit: Duration = .seconds(60), _ condition: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw NeverCameTrue(description: "never: \(what)") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
#endif
