import Foundation
import SubdialCombine
import Testing

@testable import SubdialSwiftUI

@MainActor
@Suite("State of views")
struct StateTests {
    @Test("State has its first value, and bindings to it do not change it")
    func state() {
        let state = State(wrappedValue: 3)
        state.projectedValue.wrappedValue = 4
        state.wrappedValue = 5
        #expect(state.wrappedValue == 3)
        #expect(State<Int?>().wrappedValue == nil)
    }

    @Test("A binding reads and writes through its paths, its indices and its optional forms")
    func bindings() {
        var value = (name: "a", numbers: [1, 2])
        let binding = Binding(get: { value }, set: { value = $0 })
        binding.name.wrappedValue = "b"
        for element in binding.numbers { element.wrappedValue *= 10 }
        #expect(value.name == "b")
        #expect(value.numbers == [10, 20])
        Binding<String?>(binding.name).wrappedValue = "c"
        Binding<String?>(binding.name).wrappedValue = nil
        #expect(value.name == "c")
        #expect(Binding(Binding<Int?>.constant(nil)) == nil)
        #expect(Binding(Binding<Int?>.constant(7))?.wrappedValue == 7)
    }

    @Test("App storage reads and writes the store that it is given")
    func appStorage() throws {
        let name = "subdial-tests-\(UUID().uuidString)"
        let store = try #require(UserDefaults(suiteName: name))
        defer { store.removePersistentDomain(forName: name) }
        let count = AppStorage(wrappedValue: 3, "count", store: store)
        #expect(count.wrappedValue == 3)
        count.wrappedValue = 4
        #expect(store.integer(forKey: "count") == 4)
        let kind = AppStorage(wrappedValue: Kind.a, "kind", store: store)
        store.set("b", forKey: "kind")
        #expect(kind.wrappedValue == .b)
        store.set("other", forKey: "kind")
        #expect(kind.wrappedValue == .a)
        let text = AppStorage<String?>("text", store: store)
        #expect(text.wrappedValue == nil)
        text.wrappedValue = "x"
        #expect(store.string(forKey: "text") == "x")
        text.wrappedValue = nil
        #expect(store.object(forKey: "text") == nil)
        #expect(Evaluated(Stored().defaultAppStorage(store)).texts == ["4"])
    }

    @Test("Objects reach views by their properties and by the environment")
    func objects() {
        let counter = Counter()
        counter.count = 7
        #expect(Evaluated(Shown(given: counter).environmentObject(counter)).texts == ["1 7 7"])
    }

    @Test("A published property tells before it changes, and its object too")
    func published() {
        let counter = Counter()
        var log: [String] = []
        let values = counter.$count.sink { log.append("value \($0)") }
        let changes = counter.objectWillChange.sink { log.append("change \(counter.count)") }
        counter.count = 2
        values.cancel()
        counter.count = 3
        changes.cancel()
        counter.count = 4
        #expect(log == ["value 1", "change 1", "value 2", "change 2"])
    }
}

private enum Kind: String { case a, b }

private final class Counter: ObservableObject {
    @Published var count = 1
}

private struct Stored: View {
    @AppStorage("count") private var count = 0

    var body: some View { Text(verbatim: "\(count)") }
}

private struct Shown: View {
    @StateObject private var own = Counter()
    @ObservedObject var given: Counter
    @EnvironmentObject private var shared: Counter

    var body: some View { Text(verbatim: "\(own.count) \(given.count) \(shared.count)") }
}
