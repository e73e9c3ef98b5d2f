/// A preview as a widget of a family.
public struct WidgetPreviewContext: PreviewContext, Sendable {
    private let family: WidgetFamily

    public init(family: WidgetFamily) { self.family = family }

    public subscript<Key: PreviewContextKey>(key: Key.Type) -> Key.Value {
        key == PreviewFamilyKey.self ? family.name as? Key.Value ?? Key.defaultValue : Key.defaultValue
    }

    public func _set(in environment: inout EnvironmentValues) { environment.widgetFamily = family }
}
