import SubdialConcurrency
import Testing

@Suite struct EffectLockTests {
    @Test("Effects run after the lock is released, in the order of the changes, also those of changes by effects")
    func order() {
        let lock = EffectLock(0)
        let seen = EffectLock<[Int]>([])
        @Sendable func add(_ number: Int, then more: @escaping @Sendable () -> Void = {}) {
            lock.change { state, effects in
                state += 1
                effects.add {
                    // This would wait for ever if the lock were held.
                    let state = lock.withLock { $0 }
                    seen.withLock { $0.append(number * 10 + state) }
                    more()
                }
            }
        }
        add(1) {
            add(2)
            add(3)
        }
        #expect(seen.withLock { $0 } == [11, 23, 33])
    }

    @Test("Of concurrent changes, each effect runs once, and the last one belongs to the last change")
    func concurrentChanges() async {
        let lock = EffectLock(0)
        let last = EffectLock<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        lock.change { state, effects in
                            state += 1
                            effects.add { [state] in last.withLock { $0.append(state) } }
                        }
                    }
                }
            }
        }
        // The caller of a change may return before its effects, which another one runs.
        while last.withLock({ $0.count }) < 4000 { await Task.yield() }
        #expect(last.withLock { $0 } == Array(1...4000))
    }

    @Test("A listener of a broadcast receives the newest value, and no older one after it")
    func broadcast() async {
        let broadcast = Broadcast(0)
        let sending = Task { for number in 1...2000 { broadcast.send(number) } }
        while broadcast.value < 2000 {
            var before = -1
            for await value in broadcast.values().prefix(3) {
                #expect(value >= before)
                before = value
                if value == 2000 { break }
            }
        }
        await sending.value
        for await value in broadcast.values() {
            #expect(value == 2000)
            break
        }
        broadcast.finish()
    }
}
