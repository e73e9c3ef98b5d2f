import SubdialSwiftUI
import Testing

/// The children with a dash between them.
private struct Dashed: _VariadicView_MultiViewRoot {
    func body(children: _VariadicView.Children) -> some View {
        let last = children.last?.id
        ForEach(children) { child in
            child
            if child.id != last { Text("-") }
        }
    }
}

/// The last child alone.
private struct Last: _VariadicView_UnaryViewRoot {
    func body(children: _VariadicView.Children) -> some View { children.last }
}

/// All children, and their number.
private struct Counted: _VariadicView_ViewRoot {
    func body(children: _VariadicView.Children) -> some View {
        children
        Text("\(children.count)")
    }
}

@Suite("Views whose children a root arranges")
@MainActor
struct VariadicViewTests {
    @ViewBuilder private var content: some View {
        Text("one")
        Group {
            Text("two")
            ForEach(3..<5, id: \.self) { Text("\($0)") }
        }
    }

    @Test("A root puts its own views between the children")
    func between() {
        let view = VStack { _VariadicView.Tree(Dashed()) { content } }
        #expect(Evaluated(view).texts == ["one", "-", "two", "-", "3", "-", "4"])
    }

    @Test("A root takes one child alone")
    func last() { #expect(Evaluated(_VariadicView.Tree(Last()) { content }).texts == ["4"]) }

    @Test("The children together are a view")
    func together() { #expect(Evaluated(_VariadicView.Tree(Counted()) { content }).texts == ["one", "two", "3", "4", "4"]) }

    @Test("A content without views has no children")
    func empty() {
        #expect(Evaluated(_VariadicView.Tree(Dashed()) { EmptyView() }).texts.isEmpty)
        #expect(Evaluated(_VariadicView.Tree(Last()) { EmptyView() }).texts.isEmpty)
    }
}
