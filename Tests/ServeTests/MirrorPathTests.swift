import Testing

@testable import SubdialServe

@Suite struct MirrorPathTests {
    @Test(arguments: [
        ("templates/now-playing/systemSmall.yaml", true), ("fonts/00-inter/Inter-Regular.otf", true), ("covers/ä b.png", true),
        ("templates/accessoryRectangular@smartStack.yaml", true), ("", false), ("/", false), ("templates/", false), ("..", false),
        ("templates/..", false), ("templates/../x", false), ("covers", false), ("entries/x.json", false), (".parts/x", false),
        ("templates\\x", false), ("covers/\u{7F}", false), ("templates/../\u{301}x", false), ("templates/./\u{301}x", false),
        ("covers/" + String(repeating: "a/", count: 600) + "b", false),
    ])
    func paths(_ text: String, _ isOne: Bool) {
        let path = try? MirrorPath(text)
        #expect((path != nil) == isOne && (path.map { "\($0)" == text } ?? true))
    }

    @Test(arguments: [
        ("now-playing", true), ("weather:home", true), ("a/b", false), (".x", false), ("", false), ("a b", true), ("..", false),
    ])
    func entries(_ kind: String, _ isOne: Bool) {
        #expect((try? MirrorPath(entryOf: kind)).map { "\($0)" } == (isOne ? "entries/\(kind).json" : nil))
    }

    /// A record is the same after writing and parsing; invalid values are ignored.
    @Test func theRecordIsReadBack() throws {
        var record = MirrorRecord()
        record.revision = "r"
        record.entries = ["clock"]
        record.messages["kitchen"] = .init(queue: "q", through: 7)
        record.files[try MirrorPath("templates/x")] = .init(address: String(repeating: "a", count: 64), modified: 5, size: 1)
        #expect(MirrorRecord(record.bytes) == record)
        #expect(MirrorRecord(Array("nonsense".utf8)) == MirrorRecord())
        let hostile = #"{"revision":"","entries":["../x"],"files":[{"path":"../x","sha256":"\#(String(repeating: "a", count: 64))"}]}"#
        #expect(MirrorRecord(Array(hostile.utf8)) == MirrorRecord())
    }
}
