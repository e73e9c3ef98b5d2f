/// A property whose value comes from outside of its view.
///
/// A picture is evaluated once: `update()` of an own property is not called, and the properties of this module are read where they are used.
public protocol DynamicProperty {
    /// No effect in a picture: it is not called.
    mutating func update()
}

extension DynamicProperty {
    /// No effect in a picture: it is not called.
    public mutating func update() {}
}

extension Environment: DynamicProperty {}

extension ScaledMetric: DynamicProperty {}
