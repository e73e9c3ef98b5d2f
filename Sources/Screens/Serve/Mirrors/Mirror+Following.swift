import FoundationEssentials
import SubdialHTTP

extension Mirror {
    /// The minimum and maximum time until a lost server is contacted again.
    private static let (shortestPause, longestPause) = (Duration.milliseconds(500), Duration.seconds(15))

    /// Keeps the folder equal to the server's state and writes the messages of a receiver, until the task is cancelled.
    ///
    /// - Parameter name: The receiver; nil for none.
    /// - Throws: ``MirrorError`` for a permanent error: a server that refuses, a folder that cannot be written.
    package func follow(receiving name: String?) async throws(MirrorError) {
        let result = await withTaskGroup(of: MirrorError?.self) { group in
            group.addTask { await self.persist { () throws(MirrorError) in try await self.followState() } }
            if let name {
                group.addTask { await self.persist { () throws(MirrorError) in try await self.followMessages(for: name) } }
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        if let result { throw result }
    }

    /// Restarts `work` after transient errors, with increasing pauses; returns the first permanent error.
    private func persist(_ work: @Sendable () async throws(MirrorError) -> Void) async -> MirrorError? {
        var pause = Self.shortestPause
        var told: String?
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do throws(MirrorError) {
                try await work()
                told = nil
            } catch {
                guard error.passes else { return error }
                guard !Task.isCancelled else { return nil }
                if "\(error)" != told { complain("\(error); trying again") }
                told = "\(error)"
            }
            if ContinuousClock.now - began > Self.longestPause { pause = Self.shortestPause }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
        return nil
    }

    /// Follows the server's events until they end, and updates the folder after each.
    private func followState() async throws(MirrorError) {
        let stream = try await server.events(of: options.kinds)
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let address = server.address
        let failure = await withTaskGroup(of: MirrorError?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                var parser = EventStreamParser()
                do throws(HTTPError) {
                    for try await bytes in stream where !parser.take(bytes).isEmpty { continuation.yield() }
                    return nil
                } catch {
                    return .unreachable(address, reason: "\(error)")
                }
            }
            group.addTask {
                var timer: Task<Void, Never>?
                defer { timer?.cancel() }
                for await _ in wakes {
                    do throws(MirrorError) {
                        try await self.synchronize()
                    } catch {
                        return error
                    }
                    timer?.cancel()
                    guard let next = await self.nextEntry else { continue }
                    // Without news the date has passed here but not on the server: the clocks differ.
                    let least = await self.hasNews ? 1.0 : 10
                    timer = Task {
                        let seconds = min(max(least, next.timeIntervalSinceNow), 86_400)
                        guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                        continuation.yield()
                    }
                }
                return nil
            }
            // The first task that ends decides: the stream, or a folder that cannot be updated.
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        if let failure { throw failure }
    }
}

extension MirrorError {
    /// True for a transient error.
    fileprivate var passes: Bool {
        switch self {
        case .unreachable, .context, .path, .file, .stale, .tooLarge: true
        case .address, .name, .token, .refused, .busy, .write: false
        }
    }
}
