public import Foundation
public import SubdialLayout

/// A label in the tint that opens an address; its tap region has the address as its name.
nonisolated public struct Link<Label: View>: View {
    private let label: Label
    private let destination: URL

    public init(destination: URL, @ViewBuilder label: () -> Label) { (self.destination, self.label) = (destination, label()) }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.element("Link").with { $0.setForeground([AnyShapeStyle(TintShapeStyle())]) }
            .nodes(of: _TapRegion(content: view.label, action: TapAction(name: view.destination.absoluteString), trait: "isLink"))
    }
}

extension Link where Label == Text {
    public init(_ titleKey: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(titleKey) } }

    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, destination: URL) {
        self.init(destination: destination) { Text(titleResource) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// A label that shares items: no effect beyond its look in a picture.
nonisolated public struct ShareLink<Label: View>: View {
    private let label: Label

    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) { self.label = label() }

    public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) { self.label = label() }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.element("ShareLink").with { $0.setForeground([AnyShapeStyle(TintShapeStyle())]) }
            .nodes(of: _TapRegion(content: view.label, action: nil, trait: "isButton"))
    }
}

extension ShareLink where Label == SubdialSwiftUI.Label<Text, Image> {
    public init(item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item) { SubdialSwiftUI.Label("Share", systemImage: "square.and.arrow.up") }
    }

    public init(item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item) { SubdialSwiftUI.Label("Share", systemImage: "square.and.arrow.up") }
    }
}
