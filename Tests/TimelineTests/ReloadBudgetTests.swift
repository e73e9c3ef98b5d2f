import FoundationEssentials
import Testing
import Timeline

@Suite struct ReloadBudgetTests {
    @Test(arguments: [40, 70])
    func isSpentAndComesBackAfterADay(limit: Int) {
        var budget = ReloadBudget(limit: limit)
        func spend(_ reason: ReloadBudget.Reason, _ seconds: Double) -> Bool { budget.spend(reason, at: at(seconds)) }
        for minute in 0..<limit { #expect(spend(minute % 2 == 0 ? .timelinePolicy : .request, Double(minute) * 60)) }
        #expect(budget.remaining(at: at(Double(limit) * 60)) == 0)
        #expect(!spend(.timelinePolicy, Double(limit) * 60))
        #expect(!spend(.request, 24 * 3600 - 1))
        // A day after the first reload, one is available again.
        #expect(budget.remaining(at: at(24 * 3600)) == 1)
        #expect(spend(.request, 24 * 3600))
        #expect(!spend(.request, 24 * 3600))
        #expect(spend(.request, 24 * 3600 + 60))
    }

    @Test(arguments: ReloadBudget.Reason.allCases)
    func someReasonsAreFree(_ reason: ReloadBudget.Reason) {
        var budget = ReloadBudget(limit: 1)
        let first = budget.spend(.request, at: start)
        let second = budget.spend(reason, at: start)
        #expect(first)
        #expect(second == !reason.counts)
        #expect(reason.counts == [.timelinePolicy, .request].contains(reason))
        #expect(budget.remaining(at: start) == 0)
    }

    @Test func withoutALimitOfItsOwnItIsApplesHighest() {
        #expect(ReloadBudget().remaining(at: start) == 70)
    }
}
