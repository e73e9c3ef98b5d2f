import Testing

@testable import Snapshots

@Suite struct NodeChangesTests {
    private static let layout = """
        padding (0.00 0.00 158.00 158.00)
          VStack (16.00 16.00 126.00 126.00)
            Text #title (16.00 16.00 68.00 22.00) "So What"
            Text (16.00 38.00 80.00 20.00) "Miles Davis"
            Spacer (16.00 58.00 0.00 84.00)
        """

    /// A replacement in a layout, and the resulting messages.
    @Test(
        arguments: [
            ("", "", []),
            ("#title (16.00 16.00", "#title (16.00 19.00", ["`title` moved 3 pt down"]),
            ("#title (16.00 16.00 68.00", "#title (13.50 16.00 70.25", ["`title` moved 2.5 pt left, is 2.25 pt wider"]),
            ("\"So What\"", "\"So What\" lines=2 truncated", ["`title` is truncated now"]),
            ("\"So What\"", "\"Blue in Green\"", ["`title` says \"Blue in Green\" instead of \"So What\""]),
            ("\"So What\"", "\"So What\" scale=0.90", ["`title` has scale 0.90, which it had not"]),
            ("    Spacer (16.00 58.00 0.00 84.00)", "", ["`Spacer` at padding/VStack/Spacer is gone"]),
            (
                "    Spacer (16", "    Image #cover (0.00 0.00 9.00 9.00)\n    Spacer (16", ["`cover` is new"]
            ),
            // Below the tolerance.
            ("(16.00 38.00 80.00", "(16.02 38.00 80.00", []),
        ] as [(String, String, [String])])
    func areToldOfTheLayout(_ old: String, _ new: String, _ told: [String]) {
        #expect(NodeChanges.layout(Self.layout, Self.layout.replacing(old, with: new)) == told)
    }

    /// If nodes move together, only the outermost is reported.
    @Test func aGroupMovesAsOne() {
        let moved = """
            padding (0.00 0.00 158.00 158.00)
              VStack (16.00 20.00 126.00 126.00)
                Text #title (16.00 20.00 68.00 22.00) "So What"
                Text (16.00 42.00 80.00 20.00) "Miles Davis"
                Spacer (16.00 62.00 0.00 84.00)
            """
        #expect(NodeChanges.layout(Self.layout, moved) == ["`VStack` at padding/VStack moved 4 pt down"])
    }

    private static let tree = """
        background: #13274d
        body:
          - VStack leading spacing=2
            - Text "So #What" font=headline #FFFFFF lineLimit=2 #title
            - Text "Miles Davis" font=subheadline secondary { opacity: 1 }
        """

    @Test(
        arguments: [
            ("#FFFFFF", "#FF0000", ["`title` has #FF0000 instead of #FFFFFF"]),
            ("font=headline", "font=title", ["`title` has font title instead of headline"]),
            ("So #What", "So what", ["`title` says \"So what\" instead of \"So #What\""]),
            ("secondary { opacity: 1 }", "secondary", ["`Text` at body:/VStack/Text[1] has no opacity any more, which was 1"]),
            ("opacity: 1", "opacity: 1, padding: 3 3 3 3", ["`Text` at body:/VStack/Text[1] has padding 3 3 3 3, which it had not"]),
            ("spacing=2", "", ["`VStack` at body:/VStack has no spacing any more, which was 2"]),
            (
                "Miles Davis\" font", "\(String(repeating: "long ", count: 50))\" font",
                [
                    "`Text` at body:/VStack/Text[1] says \"\(String(repeating: "long ", count: 15))lo…\" instead of \"Miles Davis\""
                ]
            ),
            ("background: #13274d", "background: #000000", ["`background:` at background: has #000000 instead of #13274d"]),
        ] as [(String, String, [String])])
    func areToldOfTheTree(_ old: String, _ new: String, _ told: [String]) {
        #expect(NodeChanges.tree(Self.tree, Self.tree.replacing(old, with: new)) == told)
    }

    @Test func manyAreCounted() {
        let old = (0..<50).map { "Text #t\($0) (0.00 0.00 1.00 1.00)\n" }.joined()
        let new = (0..<50).map { "Text #t\($0) (0.00 9.00 1.00 1.00)\n" }.joined()
        let told = NodeChanges.layout(old, new)
        #expect(told.count == NodeChanges.limit + 1)
        #expect(told.last == "and 30 changes more")
    }
}
