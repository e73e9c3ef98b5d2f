// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Synchronization

    @testable import SubdialPlayers

    /// A simulated player that a test controls.
    final class FakePlayer: Sendable {
        /// The timing of its replies.
        enum Manner: Sendable {
            case promptly, never
            case after(Duration)
        }

        private let thread: BusThread<FakeWorker>
        /// The calls received: the method with its arguments.
        let calls = FakeCalls()

        /// Connects to the bus and requests `name`.
        ///
        /// - Parameter missing: The standard properties that the player does not have.
        init(
            _ bus: PrivateBus, _ name: String, _ properties: [String: Wire] = [:], without missing: Set<String> = [],
            manner: Manner = .promptly
        ) async {
            let (address, calls) = (bus.address, calls)
            let all = Self.standard(name).filter { !missing.contains($0.key) }.merging(properties) { $1 }
            thread = BusThread { _ in FakeWorker(address, all, manner, calls) }
            await own(name)
        }

        deinit { thread.close() }

        private static func standard(_ name: String) -> [String: Wire] {
            [
                "Identity": .text("Fake \(name)"), "PlaybackStatus": .text("Stopped"), "Metadata": .metadata([:]),
                "Volume": Wire("d", .double(0.5)),
                "Position": Wire("x", .int(0)), "Rate": Wire("d", .double(1)), "CanControl": Wire("b", .bool(true)),
                "CanPlay": Wire("b", .bool(true)), "CanPause": Wire("b", .bool(true)), "CanSeek": Wire("b", .bool(true)),
                "CanGoNext": Wire("b", .bool(true)), "CanGoPrevious": Wire("b", .bool(true)),
            ]
        }

        /// Sets properties and, by default, signals the changes.
        func change(_ properties: [String: Wire], telling: Bool = true) {
            _ = thread.post { $0.change(properties, telling: telling) }
        }

        /// Signals each of these changes in a separate message, without a pause.
        func burst(_ changes: [[String: Wire]]) {
            _ = thread.post { worker in for properties in changes { worker.change(properties, telling: true) } }
        }

        func tell(invalid: [String]) { _ = thread.post { $0.tell([:], invalid: invalid) } }
        func seek(to microseconds: Int64) { _ = thread.post { $0.seeked(microseconds) } }
        /// Makes the player change without a signal, or with one, each time that the method is called.
        func react(to method: String, with properties: [String: Wire], after delay: Duration = .zero, telling: Bool = false) {
            _ = thread.post { $0.reactions[method] = FakeReaction(properties: properties, delay: delay, isTold: telling) }
        }

        func behave(_ manner: Manner) { _ = thread.post { $0.manner = manner } }

        func own(_ name: String) async { await done { $0.name(name, release: false) } }
        func giveUp(_ name: String) async { await done { $0.name(name, release: true) } }

        private func done(_ task: @escaping @Sendable (FakeWorker) -> Void) async {
            await withCheckedContinuation { continuation in
                if !thread.post({
                    task($0); continuation.resume()
                }) {
                    continuation.resume()
                }
            }
        }
    }

    /// What a simulated player does when a method is called.
    struct FakeReaction: Sendable {
        let properties: [String: Wire]
        let delay: Duration
        let isTold: Bool
    }

    final class FakeCalls: Sendable {
        private let calls = Mutex<[String]>([])
        func add(_ call: String) { calls.withLock { $0.append(call) } }
        var all: [String] { calls.withLock { $0 } }
        func count(_ call: String) -> Int { all.count { $0 == call } }
    }
#endif
