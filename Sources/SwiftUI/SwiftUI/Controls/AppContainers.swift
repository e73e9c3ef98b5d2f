public import SubdialLayout

// Views that scroll, and views of app screens. In a widget they are boxes with a sign; see ``UnsupportedView``.

/// Views that scroll: not drawn in widgets, a stack in the screens of an app.
nonisolated public struct ScrollView<Content: View>: View {
    private let place: SourcePlace
    public var content: Content
    public var axes: Axis.Set

    public init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        (self.axes, self.content) = (axes, content())
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.nodes("ScrollView", in: context, at: view.place) { context in
            let nodes = context.children(of: view.content)
            return [
                view.axes == .horizontal
                    ? context.node(.hstack(alignment: .center, spacing: nil, nodes), [.flexibleFrame(.leading)])
                    : context.node(.vstack(alignment: .center, spacing: nil, nodes), [.flexibleFrame(.top)])
            ]
        }
    }
}

extension FlexibleFrame {
    /// All of the proposal, with the content at the top.
    static let top = FlexibleFrame(
        horizontal: .init(maximum: .infinity), vertical: .init(maximum: .infinity), alignment: SubdialLayout.Alignment(.center, .top))
    /// All of the proposal, with the content at the leading edge.
    static let leading = FlexibleFrame(
        horizontal: .init(maximum: .infinity), vertical: .init(maximum: .infinity), alignment: SubdialLayout.Alignment(.leading, .center))
}

/// The proxy of a view that scrolls.
public struct ScrollViewProxy {
    /// No effect in a picture.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}

/// A view that can scroll the one inside: its content.
nonisolated public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

    public var body: some View { content(ScrollViewProxy()) }
}

/// Rows that scroll: not drawn in widgets, a stack in the screens of an app.
nonisolated public struct List<SelectionValue: Hashable, Content: View>: View {
    private let place: SourcePlace
    private let content: Content

    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line)
    {
        self.content = content()
        place = SourcePlace(file, line)
    }

    public init(
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.content = content()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { rows("List", view.content, in: context, at: view.place) }
}

extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line) {
        self.init(selection: Binding<Never?>?.none, content: content, file: file, line: line)
    }

    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent, file: StaticString = #fileID, line: UInt = #line
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: { ForEach(data, content: rowContent) }, file: file, line: line)
    }

    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent,
        file: StaticString = #fileID, line: UInt = #line
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: { ForEach(data, id: id, content: rowContent) }, file: file, line: line)
    }

    public init<RowContent: View>(
        _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent, file: StaticString = #fileID, line: UInt = #line
    )
    where Content == ForEach<Range<Int>, Int, RowContent> {
        self.init(content: { ForEach(data, content: rowContent) }, file: file, line: line)
    }
}

/// Controls for settings: not drawn in widgets, a stack in the screens of an app.
nonisolated public struct Form<Content: View>: View {
    private let place: SourcePlace
    private let content: Content

    public init(@ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line) {
        self.content = content()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { rows("Form", view.content, in: context, at: view.place) }
}

/// Rows one below the other, each at the leading edge.
private func rows<Content: View>(_ name: String, _ content: Content, in context: _ViewContext, at place: SourcePlace) -> [Node] {
    UnsupportedView.nodes(name, in: context, at: place) { context in
        let rows = context.children(of: content).map { row in
            var row = row
            row.modifiers.append(
                .flexibleFrame(
                    FlexibleFrame(horizontal: .init(maximum: .infinity), alignment: SubdialLayout.Alignment(.leading, .center))))
            return row
        }
        return [context.node(.vstack(alignment: .leading, spacing: nil, rows), [.padding(Insets(all: 16)), .flexibleFrame(.top)])]
    }
}

/// Screens one after the other: not drawn in widgets, the first one in the screens of an app.
nonisolated public struct NavigationStack<Data, Root: View>: View {
    private let place: SourcePlace
    private let root: Root

    public init(@ViewBuilder root: () -> Root, file: StaticString = #fileID, line: UInt = #line) where Data == NavigationPath {
        self.root = root()
        place = SourcePlace(file, line)
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root, file: StaticString = #fileID, line: UInt = #line)
    where Data == NavigationPath {
        self.root = root()
        place = SourcePlace(file, line)
    }

    public init(path: Binding<Data>, @ViewBuilder root: () -> Root, file: StaticString = #fileID, line: UInt = #line)
    where Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable {
        self.root = root()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        screen("NavigationStack", view.root, in: context, at: view.place)
    }
}

/// Screens one after the other: not drawn in widgets, the first one in the screens of an app.
nonisolated public struct NavigationView<Content: View>: View {
    private let place: SourcePlace
    private let content: Content

    public init(@ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line) {
        self.content = content()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        screen("NavigationView", view.content, in: context, at: view.place)
    }
}

/// Screens side by side: not drawn in widgets, the detail in the screens of an app.
nonisolated public struct NavigationSplitView<Sidebar: View, Detail: View>: View {
    private let place: SourcePlace
    private let detail: Detail

    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail, file: StaticString = #fileID, line: UInt = #line) {
        self.detail = detail()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        screen("NavigationSplitView", view.detail, in: context, at: view.place)
    }
}

/// Screens of which one is chosen: not drawn in widgets, the first one in the screens of an app.
nonisolated public struct TabView<SelectionValue: Hashable, Content: View>: View {
    private let place: SourcePlace
    private let content: Content

    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line)
    {
        self.content = content()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.nodes("TabView", in: context, at: view.place) { Array($0.children(of: view.content).prefix(1)) }
    }
}

extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line) {
        self.content = content()
        place = SourcePlace(file, line)
    }
}

/// The content of the first screen.
private func screen<Content: View>(_ name: String, _ content: Content, in context: _ViewContext, at place: SourcePlace) -> [Node] {
    UnsupportedView.nodes(name, in: context, at: place) { [$0.node(of: content, .topLeading)] }
}

/// The screens that are open: no effect in a picture, where none is.
public struct NavigationPath: Sendable {
    public var count: Int { 0 }
    public var isEmpty: Bool { true }

    public init() {}

    public mutating func append<V: Hashable>(_ value: V) {}
    public mutating func removeLast(_ k: Int = 1) {}
}

/// A label that opens a screen: not drawn in widgets, the label in the screens of an app.
nonisolated public struct NavigationLink<Label: View, Destination: View>: View {
    private let place: SourcePlace
    private let label: Label

    public init(
        @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.label = label()
        place = SourcePlace(file, line)
    }

    public init(destination: Destination, @ViewBuilder label: () -> Label, file: StaticString = #fileID, line: UInt = #line) {
        self.label = label()
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.nodes("NavigationLink", in: context, at: view.place) { [$0.row(of: view.label)] }
    }
}

extension NavigationLink where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination, file: StaticString = #fileID, line: UInt = #line
    ) {
        label = Text(titleKey)
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, @ViewBuilder destination: () -> Destination, file: StaticString = #fileID, line: UInt = #line
    ) {
        label = Text(title)
        place = SourcePlace(file, line)
    }

    public init(_ titleKey: LocalizedStringKey, destination: Destination, file: StaticString = #fileID, line: UInt = #line) {
        label = Text(titleKey)
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: Destination, file: StaticString = #fileID, line: UInt = #line) {
        label = Text(title)
        place = SourcePlace(file, line)
    }
}

extension NavigationLink where Destination == Never {
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label, file: StaticString = #fileID, line: UInt = #line) {
        self.label = label()
        place = SourcePlace(file, line)
    }

    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?, file: StaticString = #fileID, line: UInt = #line)
    where Label == Text {
        label = Text(titleKey)
        place = SourcePlace(file, line)
    }
}
