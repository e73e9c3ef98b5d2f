extension Sequence where Element: Sendable {
    /// Returns the results of `body` for all elements, in the elements' order; all of them run concurrently.
    ///
    /// Gather results of tasks with this method: with `TaskGroup.reduce(into:)`, the optimizer has lost entries of a dictionary in release builds.
    package func concurrentMap<Value: Sendable>(_ body: @escaping @Sendable (Element) async -> Value) async -> [Value] {
        await withTaskGroup(of: Part<Value>.self) { group in
            var values: [Value?] = []
            for element in self {
                let place = values.count
                values.append(nil)
                group.addTask { Part(place: place, value: await body(element)) }
            }
            for await part in group { values[part.place] = part.value }
            return values.compactMap { $0 }
        }
    }
}

/// The result for an element of a sequence.
private struct Part<Value: Sendable>: Sendable {
    let place: Int
    let value: Value
}
