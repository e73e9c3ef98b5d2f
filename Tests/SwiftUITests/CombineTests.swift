import Foundation
import SubdialCombine
import Testing

@Suite("Publishers")
struct CombineTests {
    @Test("Operators of values keep their order and end")
    func values() {
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        let end = subject.map { $0 * 2 }.filter { $0 > 2 }.removeDuplicates().prefix(2)
            .sink(receiveCompletion: { _ in log.append("end") }, receiveValue: { log.append("\($0)") })
        for value in [1, 2, 2, 3, 4] { subject.send(value) }
        #expect(log == ["4", "6", "end"])
        end.cancel()
    }

    @Test("Several publishers are combined by their latest values, in pairs, or as they come")
    func several() {
        let (first, second) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<String, Never>("x"))
        var (latest, pairs, all): ([String], [String], [String]) = ([], [], [])
        var bag = Set<AnyCancellable>()
        first.combineLatest(second).sink { latest.append("\($0.0)\($0.1)") }.store(in: &bag)
        first.zip(second).sink { pairs.append("\($0.0)\($0.1)") }.store(in: &bag)
        first.map { "\($0)" }.merge(with: second).sink { all.append($0) }.store(in: &bag)
        first.send(2)
        second.value = "y"
        #expect(latest == ["1x", "2x", "2y"])
        #expect(pairs == ["1x", "2y"])
        #expect(all == ["1", "x", "2", "y"])
        bag.removeAll()
        first.send(3)
        #expect(latest.count == 3)
    }

    @Test("Failures are caught and replaced")
    func failures() {
        var log: [Int] = []
        let caught = Future<Int, URLError> { $0(.failure(URLError(.badURL))) }.catch { _ in Just(7) }.sink { log.append($0) }
        let replaced = Just("x").tryMap { _ -> Int in throw URLError(.badURL) }.replaceError(with: 0).sink { log.append($0) }
        #expect(log == [7, 0])
        for end in [caught, replaced] { end.cancel() }
    }

    @Test("Only the latest inner publisher delivers")
    func switching() {
        let (one, two) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(9))
        let outer = CurrentValueSubject<CurrentValueSubject<Int, Never>, Never>(one)
        var log: [Int] = []
        let end = outer.switchToLatest().sink { log.append($0) }
        outer.send(two)
        one.send(100)
        two.send(10)
        #expect(log == [1, 9, 10])
        end.cancel()
    }
}
