public import Foundation
public import SubdialLayout

/// Views for the elements of a collection; they join the container around it.
nonisolated public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The elements.
    public var data: Data
    /// Makes the view of an element.
    public var content: (Data.Element) -> Content
    private let id: (Data.Element) -> ID
    private let place: SourcePlace

    fileprivate init(
        _ data: Data, id: @escaping (Data.Element) -> ID, content: @escaping (Data.Element) -> Content, file: StaticString, line: UInt
    ) {
        self.init(data, identified: id, making: content, at: SourcePlace(file, line))
    }

    /// Creates contents of any type, such as those of a chart.
    package init(
        _ data: Data, identified id: @escaping (Data.Element) -> ID, making content: @escaping (Data.Element) -> Content,
        at place: SourcePlace = SourcePlace()
    ) {
        self.place = place
        self.data = data
        self.id = id
        // Called later, with the environment of the body that makes the view.
        self.content = EnvironmentReader.capture(content)
    }
}

extension ForEach: View where Content: View {
    public typealias Body = Never

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.block(view.data.count) { context in
            var known: Set<ID> = []
            var nodes: [Node] = []
            nonisolated(unsafe) let make = view.content
            for element in view.data {
                let id = view.id(element)
                if !known.insert(id).inserted {
                    context.warn("ForEach: the ID \(String("\(id)".prefix(60))) occurs several times", at: view.place)
                }
                nonisolated(unsafe) let input = element
                nonisolated(unsafe) let content = onMainActor { make(input) }
                nodes += context.nodes(of: content)
            }
            return nodes
        }
    }
}

/// Views that are made of the elements of a collection.
public protocol DynamicViewContent: View {
    /// The type of the collection.
    associatedtype Data: Collection

    /// The elements.
    var data: Data { get }
}

extension ForEach: DynamicViewContent where Content: View {}

extension DynamicViewContent {
    /// No effect in a picture: nothing is deleted.
    nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }

    /// No effect in a picture: nothing is moved.
    nonisolated public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

extension ForEach where Content: View {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content, file: StaticString = #fileID, line: UInt = #line)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, id: { $0.id }, content: content, file: file, line: line)
    }

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(data, id: { $0[keyPath: id] }, content: content, file: file, line: line)
    }

    /// Gives each view a binding to its element.
    public init<C>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content, file: StaticString = #fileID,
        line: UInt = #line
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, ID == C.Element.ID, C: MutableCollection, C: RandomAccessCollection,
        C.Element: Identifiable, C.Index: Hashable
    {
        self.init(data, id: \.id, content: content, file: file, line: line)
    }

    /// Gives each view a binding to its element.
    public init<C>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content,
        file: StaticString = #fileID, line: UInt = #line
    )
    where Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection, C: RandomAccessCollection, C.Index: Hashable {
        let elements = data.wrappedValue
        let indices = elements.indices.lazy.map { index in (index, elements[index][keyPath: id]) }
        self.init(indices, id: { $0.1 }, content: { content(data[dynamicMember: \C.[$0.0]]) }, file: file, line: line)
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content, file: StaticString = #fileID, line: UInt = #line) {
        self.init(data, id: { $0 }, content: content, file: file, line: line)
    }
}
