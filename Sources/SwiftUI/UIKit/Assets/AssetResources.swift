public import Foundation

/// A picture of a catalog, as generated code names it: `Image(.hero)`.
public struct ImageResource: Hashable, Sendable {
    package let name: String
    package let bundle: Bundle

    public init(name: String, bundle: Bundle) { (self.name, self.bundle) = (name, bundle) }
}

/// A colour of a catalog, as generated code names it: `Color(.brand)`.
public struct ColorResource: Hashable, Sendable {
    package let name: String
    package let bundle: Bundle

    public init(name: String, bundle: Bundle) { (self.name, self.bundle) = (name, bundle) }
}
