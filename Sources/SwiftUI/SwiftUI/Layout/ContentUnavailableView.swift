public import SubdialLayout

/// A text in place of content that is not there, with a large symbol above and actions below.
///
/// Apple publishes no measures: the symbol is 44 points high, the title in `title2`, the description in `subheadline`.
nonisolated public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    private let label: Label
    private let description: Description
    private let actions: Actions

    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        (self.label, self.description, self.actions) = (label(), description(), actions())
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let content = VStack(spacing: 12) {
            view.label.labelStyle(StackedLabelStyle()).multilineTextAlignment(.center)
            view.description.font(.subheadline).foregroundStyle(.secondary).multilineTextAlignment(.center)
            view.actions
        }
        return context.element("ContentUnavailableView").nodes(of: content.frame(maxWidth: .infinity, maxHeight: .infinity))
    }
}

/// The symbol above the title.
private struct StackedLabelStyle: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(spacing: 16) {
            configuration.icon.font(.system(size: 44)).foregroundStyle(.secondary)
            configuration.title.font(.title2.bold())
        }
    }
}

extension ContentUnavailableView where Label == SubdialSwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil, file: StaticString = #fileID, line: UInt = #line)
    {
        self.init(
            label: { SubdialSwiftUI.Label(title, image: name, file: file, line: line) }, description: { description },
            actions: { EmptyView() })
    }

    public init(
        _ title: LocalizedStringKey, systemImage name: String, description: Text? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            label: { SubdialSwiftUI.Label(title, systemImage: name, file: file, line: line) }, description: { description },
            actions: { EmptyView() })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, image name: String, description: Text? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            label: { SubdialSwiftUI.Label(title, image: name, file: file, line: line) }, description: { description },
            actions: { EmptyView() })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage name: String, description: Text? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            label: { SubdialSwiftUI.Label(title, systemImage: name, file: file, line: line) }, description: { description },
            actions: { EmptyView() })
    }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    /// That a search has found nothing.
    public static var search: ContentUnavailableView { search(text: "") }

    /// That a search for words has found nothing.
    public static func search(text: String) -> ContentUnavailableView {
        ContentUnavailableView(
            label: { SearchUnavailableContent.Label(text: text) }, description: { SearchUnavailableContent.Description() },
            actions: { SearchUnavailableContent.Actions() })
    }
}

/// The parts of ``ContentUnavailableView/search``, in English: Apple's translations are not published.
public struct SearchUnavailableContent {
    nonisolated public struct Label: View {
        let text: String

        public var body: some View {
            SubdialSwiftUI.Label(text.isEmpty ? "No Results" : "No Results for “\(text)”", systemImage: "magnifyingglass")
        }
    }

    nonisolated public struct Description: View {
        public var body: some View { Text(verbatim: "Check the spelling or try a new search.") }
    }

    nonisolated public struct Actions: View {
        public var body: some View { EmptyView() }
    }
}
