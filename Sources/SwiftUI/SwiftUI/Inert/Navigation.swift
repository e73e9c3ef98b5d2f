extension View {
    /// No effect in a picture.
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }

    /// No effect in a picture.
    @_disfavoredOverload
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationTitle(_ title: Text) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View { self }

    /// No effect in a picture.
    @_disfavoredOverload
    nonisolated public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarTitle(_ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode) -> some View
    { self }

    /// No effect in a picture.
    @_disfavoredOverload
    nonisolated public func navigationBarTitle<S: StringProtocol>(_ title: S, displayMode: NavigationBarItem.TitleDisplayMode) -> some View
    { self }

    /// No effect in a picture.
    nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarHidden(_ hidden: Bool) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarItems<T: View>(trailing: T) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarItems<L: View>(leading: L) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationDestination<D: Hashable, C: View>(for data: D.Type, @ViewBuilder destination: @escaping (D) -> C)
        -> some View
    { self }

    /// No effect in a picture.
    nonisolated public func navigationDestination<V: View>(isPresented: Binding<Bool>, @ViewBuilder destination: () -> V) -> some View {
        self
    }

    /// No effect in a picture.
    nonisolated public func navigationDestination<D: Hashable, C: View>(item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C)
        -> some View
    { self }

    /// No effect in a picture.
    nonisolated public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }

    /// No effect in a picture.
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View { self }

    /// No effect in a picture.
    nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }

    /// No effect in a picture.
    nonisolated public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View { self }

    /// No effect in a picture.
    nonisolated public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }

    /// No effect in a picture.
    nonisolated public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }

    /// No effect in a picture.
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }

    /// No effect in a picture.
    nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func searchable(text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey)
        -> some View
    { self }

    /// No effect in a picture.
    nonisolated public func searchable(text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil)
        -> some View
    { self }

    /// No effect in a picture.
    nonisolated public func statusBarHidden(_ hidden: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func statusBar(hidden: Bool) -> some View { self }
}

/// The bar of a screen: no effect in a picture.
public struct NavigationBarItem: Sendable {
    /// The size of a title.
    public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

/// The place of a search field: no effect in a picture.
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
    public static let toolbar = SearchFieldPlacement()
    public static let sidebar = SearchFieldPlacement()
    public static let navigationBarDrawer = SearchFieldPlacement()
}

/// A bar: no effect in a picture.
public struct ToolbarPlacement: Sendable {
    public static let automatic = ToolbarPlacement()
    public static let bottomBar = ToolbarPlacement()
    public static let navigationBar = ToolbarPlacement()
    public static let tabBar = ToolbarPlacement()
}

/// The look of screens: no effect in a picture.
public protocol NavigationViewStyle {}
/// The look of screens: no effect in a picture.
public protocol NavigationSplitViewStyle {}
/// The look of tabs: no effect in a picture.
public protocol TabViewStyle {}

/// A look of screens: no effect in a picture.
public struct _ScreenStyle: NavigationViewStyle, NavigationSplitViewStyle, TabViewStyle, Sendable {}

extension NavigationViewStyle where Self == _ScreenStyle {
    public static var automatic: _ScreenStyle { _ScreenStyle() }
    public static var stack: _ScreenStyle { _ScreenStyle() }
    public static var columns: _ScreenStyle { _ScreenStyle() }
}

extension NavigationSplitViewStyle where Self == _ScreenStyle {
    public static var automatic: _ScreenStyle { _ScreenStyle() }
    public static var balanced: _ScreenStyle { _ScreenStyle() }
    public static var prominentDetail: _ScreenStyle { _ScreenStyle() }
}

extension TabViewStyle where Self == _ScreenStyle {
    public static var automatic: _ScreenStyle { _ScreenStyle() }
    public static var page: _ScreenStyle { _ScreenStyle() }
}

// MARK: Toolbars

/// The place of an item: no effect in a picture.
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement()
    public static let principal = ToolbarItemPlacement()
    public static let navigation = ToolbarItemPlacement()
    public static let primaryAction = ToolbarItemPlacement()
    public static let secondaryAction = ToolbarItemPlacement()
    public static let status = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
    public static let destructiveAction = ToolbarItemPlacement()
    public static let keyboard = ToolbarItemPlacement()
    public static let bottomBar = ToolbarItemPlacement()
    public static let topBarLeading = ToolbarItemPlacement()
    public static let topBarTrailing = ToolbarItemPlacement()
    public static let navigationBarLeading = ToolbarItemPlacement()
    public static let navigationBarTrailing = ToolbarItemPlacement()
}

/// What is in a toolbar: no effect in a picture.
@MainActor @preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent

    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// An item of a toolbar: no effect in a picture.
nonisolated public struct ToolbarItem<Content: View>: ToolbarContent {
    public typealias Body = Never

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

/// Items of a toolbar: no effect in a picture.
nonisolated public struct ToolbarItemGroup<Content: View>: ToolbarContent {
    public typealias Body = Never

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

/// A space in a toolbar: no effect in a picture.
nonisolated public struct _ToolbarGroup: ToolbarContent, Sendable {
    public typealias Body = Never
}

/// Builds a toolbar: no effect in a picture.
@resultBuilder
public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildEither<Content: ToolbarContent>(first: Content) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildEither<Content: ToolbarContent>(second: Content) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildLimitedAvailability<Content: ToolbarContent>(_ content: Content) -> _ToolbarGroup { _ToolbarGroup() }
}
