import Testing

@testable import SubdialSnapshots

@Suite struct TreeTextTests {
    private static let tree = """
        body:
          - Image artwork #cover
            + size=600×600 digest=00aa
            - background: Progress 0.5 linear
              + track=clear
          - Text "+ 1"

        """
    private static let former = """
        body:
          - Image artwork #cover
            - background: Progress 0.5 linear
          - Text "+ 1"

        """

    /// A new tree is compared with a reference of version 0.1.0 in the form of that version.
    @Test(arguments: [
        (SnapshotLevel.tree, former, former), (.tree, TreeText.text(tree), TreeText.text(tree)), (.tree, "", TreeText.text(tree)),
        (.layout, former, TreeText.text(tree)),
    ])
    func hasTheFormOfItsReference(_ level: SnapshotLevel, _ reference: String, _ expected: String) {
        #expect(level.text(TreeText.text(Self.tree), inFormOf: reference) == expected)
        #expect(level.isFormer(reference) == (level == .tree && reference == Self.former))
    }

    /// The names of a reference of version 0.1.0, which had no quotation marks, are those of this version.
    @Test(
        arguments: [
            (
                .tree, "body:\n  - Text \"#my id\" font=body #my id { padding: 1 1 1 1 }",
                "body:\n  - Text \"#my id\" font=body #\"my id\" { padding: 1 1 1 1 }"
            ),
            (.tree, "body:\n  - VStack center #a(b", "body:\n  - VStack center #\"a(b\""),
            (.tree, "body:\n  - Image my star font=body primary", "body:\n  - Image \"my star\" font=body primary"),
            (.tree, "  - background: Image my star font=body red", "  - background: Image \"my star\" font=body red"),
            (.tree, "body:\n  - Text \"x\" { intent: my act, opacity: 1 }", "body:\n  - Text \"x\" { intent: \"my act\", opacity: 1 }"),
            (.tree, "- Text \"x\" #ä ö\n- Text \"y\" #ä ö ü", "- Text \"x\" #\"ä ö\"\n- Text \"y\" #\"ä ö ü\""),
            (
                .layout, "VStack (0 0 9 9)\n  Text #my id (0 0 9 9) \"x\" lines=2",
                "VStack (0 0 9 9)\n  Text #\"my id\" (0 0 9 9) \"x\" lines=2"
            ),
            (.layout, "Text #a(b (0 0 9 9) \"x \\ y\"\n", "Text #\"a(b\" (0 0 9 9) \"x \\\\ y\"\n"),
            (.layout, "Image #my id (0 0 9 9) my star", "Image #\"my id\" (0 0 9 9) \"my star\""),
            (.layout, "intent (0 0 9 9) my act", "intent (0 0 9 9) \"my act\""),
        ] as [(SnapshotLevel, String, String)])
    func formerNamesAreUnderstood(_ level: SnapshotLevel, _ former: String, _ current: String) {
        #expect(level.current(former, besides: current) == current)
        #expect(level.current(current, besides: current) == current)
    }

    /// The details of a masked node are masked with it.
    @Test func masksHideDetails() {
        let masked = SnapshotLevel.tree.text(TreeText.text(Self.tree), hiding: ["cover"])
        #expect(masked == "tree: 2\nbody:\n  Image #cover\n  - Text \"+ 1\"\n")
    }
}
