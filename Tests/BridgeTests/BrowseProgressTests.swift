import Testing

@testable import SubdialBridge

@Suite struct BrowseProgressTests {
    private let nas = BrowseProgress.Instance(interface: 2, name: "nas", type: .knob, domain: "local")

    private func quiet() -> BrowseProgress {
        var progress = BrowseProgress()
        for type in ServiceType.allCases { progress.allForNow(type) }
        return progress
    }

    @Test func waitsForEveryType() {
        var progress = BrowseProgress()
        for type in ServiceType.allCases {
            #expect(!progress.isSettled)
            progress.allForNow(type)
        }
        #expect(progress.isSettled)
    }

    @Test func waitsForEveryServiceUntilItHasAnIPv4Address() {
        var progress = quiet()
        progress.began(nas, lookups: 3)
        progress.ended(nas)
        #expect(!progress.isSettled)
        progress.ended(nas, withIPv4: true)
        #expect(progress.isSettled)
        // The same service name on another interface may belong to another machine.
        var other = nas
        other.interface = 3
        progress.began(other, lookups: 1)
        #expect(!progress.isSettled)
    }

    @Test func waitsNoMoreWhenAllQuestionsHaveEnded() {
        var progress = quiet()
        progress.began(nas, lookups: 2)
        progress.began(nas, lookups: 1)
        for _ in 0..<2 { progress.ended(nas) }
        #expect(!progress.isSettled)
        progress.ended(nas)
        #expect(progress.isSettled)
    }

    @Test func doesNotWaitForWhatIsGone() {
        var progress = quiet()
        progress.began(nas, lookups: 3)
        progress.removed(nas)
        #expect(progress.isSettled)
        progress.ended(nas)
        #expect(progress.isSettled)
    }
}
