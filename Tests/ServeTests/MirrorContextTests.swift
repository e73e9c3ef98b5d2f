import SubdialDocuments
import SubdialTimeline
import Testing

@testable import SubdialServe

/// What a mirror accepts of a server's context.
@Suite struct MirrorContextTests {
    private static let address = String(repeating: "a", count: 64)

    private func context(_ files: [(path: String, size: Int)]) throws -> MirrorContext {
        let files = files.enumerated().map { index, file in
            let address = String("\(Self.address)\(index)".suffix(64))
            return #"{"path":"\#(file.path)","sha256":"\#(address)","size":\#(file.size)}"#
        }
        let text = #"{"version":1,"revision":"r","kinds":[],"files":[\#(files.joined(separator: ","))]}"#
        return try MirrorContext(Array(text.utf8), limit: 4 << 30)
    }

    /// The fontconfig file of a server is not a file of the mirror, whatever it is called.
    @Test(arguments: ["templates/fonts.conf", "templates/Fonts.CONF", "templates/fonts.conf/x.yaml"])
    func theServersFontConfigurationIsIgnored(_ path: String) throws {
        let context = try context([(path, 10), ("templates/clock/fonts.conf", 1), ("fonts/00-inter/0000-Inter.otf", 5)])
        #expect(context.files.map { "\($0.path)" } == ["templates/clock/fonts.conf", "fonts/00-inter/0000-Inter.otf"])
        #expect(context.hasFonts)
    }

    /// A server sends a limited number of fonts of a limited size.
    @Test(arguments: [
        (4000, 1, true), (4001, 1, false), (1, 128 << 20, true), (1, 128 << 20 + 1, false), (4, 128 << 20, true), (5, 128 << 20, false),
    ])
    func fontsAreLimited(_ count: Int, _ size: Int, _ isAccepted: Bool) throws {
        let files = (0..<count).map { (path: "fonts/\($0).otf", size: size) }
        #expect(((try? context(files)) != nil) == isAccepted)
    }

    /// A picture that is none of the mirror's is omitted, and reported once.
    @Test(arguments: [
        ("../covers/a.png", true), ("../covers/missing", true), ("/etc/passwd", false), ("file:///etc/passwd", false),
        ("../entries/x.json", false),
        ("../covers/../../x.png", false), ("../covers/", false), ("../covers", false), ("covers/a.png", false),
        ("http://example.com/a.png", false),
        ("../covers/a/../b.png", false), ("../covers//etc/passwd", false), ("..\u{301}/covers/a.png", false),
    ])
    func onlyPicturesOfTheMirrorRemain(_ location: String, _ isKept: Bool) throws {
        var (pictures, told) = (MirrorPictures(), [String]())
        let entry = JSONValue.object([JSONMember("artwork", .string(location)), JSONMember("queue", [["artwork": .string(location)]])])
        for _ in 0..<3 {
            let confined = pictures.confined(entry, of: "now-playing", EntrySchemas([])) { told.append($0) }
            let kept = isKept ? location : PictureLocations.missing
            #expect(confined["artwork"]?.string == kept && confined["queue"]?.text() == #"[{"artwork":"\#(kept)"}]"#, "\(confined.text())")
        }
        #expect(told.count == (isKept ? 0 : 1) && told.allSatisfy { $0.contains("none of the mirror's") }, "\(told)")
    }
}
