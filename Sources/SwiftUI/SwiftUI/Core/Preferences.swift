public import SubdialLayout

/// A value that views give to those around them.
public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value
    /// The value where no view gives one.
    static var defaultValue: Value { get }
    /// Adds the value of the next view.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
    public static var defaultValue: Value { nil }
}

/// A preference of the whole widget, which reaches it also from the content of a `GeometryReader`.
package protocol WidgetWidePreferenceKey: PreferenceKey {}

/// The preferences of the views inside one, in their order.
package final class PreferenceValues {
    private var values: [ObjectIdentifier: Any] = [:]
    /// How each key's value is added to that of the views around.
    private var merges: [ObjectIdentifier: (PreferenceValues) -> Void] = [:]
    /// The keys of preferences of the whole widget.
    private var widgetWide: Set<ObjectIdentifier> = []

    package init() {}

    package subscript<K: PreferenceKey>(key: K.Type) -> K.Value {
        // A cast of a missing value to an optional type would succeed, with nil in place of the default.
        guard let value = values[ObjectIdentifier(key)] else { return K.defaultValue }
        return value as? K.Value ?? K.defaultValue
    }

    package func add<K: PreferenceKey>(_ key: K.Type, _ next: K.Value) {
        let id = ObjectIdentifier(key)
        if let value = values[id], var known = value as? K.Value {
            K.reduce(value: &known) { next }
            values[id] = known
        } else {
            values[id] = next
        }
        if K.self is any WidgetWidePreferenceKey.Type { widgetWide.insert(id) }
        merges[id] = { [unowned self] outer in outer.add(key, self[key]) }
    }

    package func transform<K: PreferenceKey>(_ key: K.Type, _ change: (inout K.Value) -> Void) {
        var value = self[key]
        change(&value)
        values[ObjectIdentifier(key)] = nil
        add(key, value)
    }

    /// Gives the values of the whole widget to the views around.
    func mergeWidgetWide(into outer: PreferenceValues) {
        for (key, merge) in merges where widgetWide.contains(key) { merge(outer) }
    }

    /// Gives all values to the views around.
    package func merge(into outer: PreferenceValues) { for merge in merges.values { merge(outer) } }
}

/// A use of the preferences of a view, which then go on to the views around.
nonisolated public struct _PreferenceModifier: ViewModifier {
    private let use: (PreferenceValues) -> Void

    package init(_ use: @escaping (PreferenceValues) -> Void) { self.use = use }

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var inner = context
        inner.preferences = PreferenceValues()
        let nodes = content(inner)
        modifier.use(inner.preferences)
        inner.preferences.merge(into: context.preferences)
        return nodes
    }
}

extension View {
    /// Gives a value to the views around; it replaces those of the views inside.
    nonisolated public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        modifier(_PreferenceModifier { $0.transform(key) { $0 = value } })
    }

    /// Changes the value that the views inside give.
    nonisolated public func transformPreference<K: PreferenceKey>(_ key: K.Type = K.self, _ callback: @escaping (inout K.Value) -> Void)
        -> some View
    {
        modifier(_PreferenceModifier { $0.transform(key, callback) })
    }

    /// Calls code with the value of the views inside, once.
    ///
    /// State that the code changes is not drawn: a picture is evaluated once.
    nonisolated public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        modifier(
            _PreferenceModifier { preferences in
                nonisolated(unsafe) let (action, value) = (action, preferences[key])
                onMainActor { action(value) }
            })
    }
}

// MARK: Layers of the values

extension View {
    /// A layer in front that depends on the value of the views inside.
    nonisolated public func overlayPreferenceValue<Key: PreferenceKey, T: View>(
        _ key: Key.Type = Key.self, @ViewBuilder _ transform: @escaping (Key.Value) -> T
    ) -> some View { overlayPreferenceValue(key, alignment: .center, transform) }

    nonisolated public func overlayPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        modifier(_PreferenceLayer<K, V>(name: "overlay", alignment: alignment, transform: transform) { .overlay($0, alignment: $1) })
    }

    /// A layer behind that depends on the value of the views inside.
    nonisolated public func backgroundPreferenceValue<Key: PreferenceKey, T: View>(
        _ key: Key.Type = Key.self, @ViewBuilder _ transform: @escaping (Key.Value) -> T
    ) -> some View { backgroundPreferenceValue(key, alignment: .center, transform) }

    nonisolated public func backgroundPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        modifier(_PreferenceLayer<K, V>(name: "background", alignment: alignment, transform: transform) { .background($0, alignment: $1) })
    }
}

/// A layer that is made of the preferences of its view.
nonisolated private struct _PreferenceLayer<K: PreferenceKey, Layer: View>: ViewModifier {
    let name: String
    let alignment: Alignment
    let transform: (K.Value) -> Layer
    let make: (Node, SubdialLayout.Alignment) -> Modifier

    init(
        name: String, alignment: Alignment, transform: @escaping (K.Value) -> Layer,
        make: @escaping (Node, SubdialLayout.Alignment) -> Modifier
    ) {
        (self.name, self.alignment, self.make) = (name, alignment, make)
        self.transform = EnvironmentReader.capture(transform)
    }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var inner = context
        inner.preferences = PreferenceValues()
        let nodes = content(inner)
        nonisolated(unsafe) let (transform, value) = (modifier.transform, inner.preferences[K.self])
        inner.preferences.merge(into: context.preferences)
        guard !nodes.isEmpty else { return [] }
        nonisolated(unsafe) let layer = onMainActor { transform(value) }
        let layers = _LayerModifier(name: modifier.name, layer: layer, alignment: modifier.alignment, make: modifier.make)
        return _LayerModifier<Layer>._nodes(of: layers, content: { _ in nodes }, in: context)
    }
}
