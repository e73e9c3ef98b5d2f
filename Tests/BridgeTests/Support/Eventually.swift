import Testing

/// Waits until a condition is met, for at most a minute.
func eventually(_ what: Comment, _ isMet: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await isMet() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(what) did not come within a minute")
}
