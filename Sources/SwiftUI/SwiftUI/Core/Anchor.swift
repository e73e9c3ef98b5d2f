public import Foundation
internal import SubdialLayout

/// A place of a view, which the layout knows once it has placed the view.
///
/// It is known in what is placed after the view: in the layers of the views around it, and in views that follow it.
public struct Anchor<Value>: @unchecked Sendable {
    private let frame: PlacedFrame
    private let make: (CGRect) -> Value
    /// Where the source asks for the anchor.
    private let source: SourcePlace

    fileprivate init(_ frame: PlacedFrame, _ make: @escaping (CGRect) -> Value, _ source: SourcePlace) {
        (self.frame, self.make, self.source) = (frame, make, source)
    }

    /// The frame of a view that records it.
    package init(of frame: PlacedFrame) where Value == CGRect { self.init(frame, { $0 }, SourcePlace()) }

    /// The place in the coordinates of a rectangle of the picture; that of an empty view if it is not known yet, which `unknown` is told.
    func value(in outer: Rect, unknown: (SourcePlace) -> Void) -> Value {
        guard let own = frame.rect else {
            unknown(source)
            return make(.zero)
        }
        return make(CGRect(x: own.x - outer.x, y: own.y - outer.y, width: own.width, height: own.height))
    }

    /// The place that an anchor stands for.
    public struct Source: @unchecked Sendable {
        fileprivate let make: (CGRect) -> Value
    }
}

extension Anchor: Equatable where Value: Equatable {
    public static func == (first: Anchor, second: Anchor) -> Bool { first.frame === second.frame }
}

extension Anchor: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(frame)) }
}

extension Anchor.Source where Value == CGRect {
    public static var bounds: Anchor<CGRect>.Source { Anchor<CGRect>.Source { $0 } }

    public static func rect(_ r: CGRect) -> Anchor<CGRect>.Source { Anchor<CGRect>.Source { r.offsetBy(dx: $0.minX, dy: $0.minY) } }
}

extension Anchor.Source where Value == CGPoint {
    public static func point(_ p: CGPoint) -> Anchor<CGPoint>.Source {
        Anchor<CGPoint>.Source { CGPoint(x: $0.minX + p.x, y: $0.minY + p.y) }
    }

    public static func unitPoint(_ p: UnitPoint) -> Anchor<CGPoint>.Source {
        Anchor<CGPoint>.Source { CGPoint(x: $0.minX + p.x * $0.width, y: $0.minY + p.y * $0.height) }
    }

    public static var topLeading: Anchor<CGPoint>.Source { unitPoint(.topLeading) }
    public static var top: Anchor<CGPoint>.Source { unitPoint(.top) }
    public static var topTrailing: Anchor<CGPoint>.Source { unitPoint(.topTrailing) }
    public static var leading: Anchor<CGPoint>.Source { unitPoint(.leading) }
    public static var center: Anchor<CGPoint>.Source { unitPoint(.center) }
    public static var trailing: Anchor<CGPoint>.Source { unitPoint(.trailing) }
    public static var bottomLeading: Anchor<CGPoint>.Source { unitPoint(.bottomLeading) }
    public static var bottom: Anchor<CGPoint>.Source { unitPoint(.bottom) }
    public static var bottomTrailing: Anchor<CGPoint>.Source { unitPoint(.bottomTrailing) }
}

extension View {
    nonisolated public func anchorPreference<A, K: PreferenceKey>(
        key _: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> K.Value,
        file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(
            _AnchorModifier(make: value.make, place: SourcePlace(file, line)) {
                $0.transform(K.self) { [anchor = $1] in $0 = transform(anchor) }
            })
    }

    nonisolated public func transformAnchorPreference<A, K: PreferenceKey>(
        key _: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (inout K.Value, Anchor<A>) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(
            _AnchorModifier(make: value.make, place: SourcePlace(file, line)) {
                $0.transform(K.self) { [anchor = $1] in transform(&$0, anchor) }
            })
    }
}

nonisolated private struct _AnchorModifier<Value>: ViewModifier {
    let make: (CGRect) -> Value
    let place: SourcePlace
    let use: (PreferenceValues, Anchor<Value>) -> Void

    init(make: @escaping (CGRect) -> Value, place: SourcePlace, use: @escaping (PreferenceValues, Anchor<Value>) -> Void) {
        self.place = place
        self.make = make
        self.use = use
    }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let frame = PlacedFrame()
        var inner = context
        inner.preferences = PreferenceValues()
        var nodes = content(inner)
        guard !nodes.isEmpty else { return [] }
        let anchor = Anchor(frame, modifier.make, modifier.place)
        nodes[0].modifiers.append(.background(frame.recorder("anchor", path: nodes[0].path), alignment: .center))
        modifier.use(inner.preferences, anchor)
        inner.preferences.merge(into: context.preferences)
        return nodes
    }
}
