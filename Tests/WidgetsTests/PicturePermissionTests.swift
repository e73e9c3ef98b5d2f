import Foundation
import SubdialExpressions
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// The pictures that a template may show for an entry of a document from another machine.
@Suite struct PicturePermissionTests {
    private func entry(isLocal: Bool) -> Entry {
        let item = [EntryField("icon", .image), EntryField("text", .text)]
        let schema = EntrySchema(
            kind: "k",
            fields: [
                EntryField("cover", .image), EntryField("icons", .list(.image)), EntryField("items", .list(.map(item))),
                EntryField("text", .text),
            ], documentsMayNameFiles: isLocal)
        return Entry(
            date: Date(timeIntervalSince1970: 0), schema: schema,
            content: EntryFields(
                values: [
                    "icons": .list([.string("/cache/icon")]), "text": .string("/etc/text"),
                    "items": .list([
                        .map(["icon": .string("/cache/item"), "text": .string("/etc/item"), "artwork": .string("/cache/artwork")])
                    ]
                    ),
                ], pictures: ["cover": EntryPicture(location: "/cache/cover")]))
    }

    @Test(
        "A text of the document is no file, but a checked picture and a file in the entry's folder are",
        arguments: [
            ("/cache/cover", true), ("/cache/icon", true), ("/cache/item", true), ("/cache/artwork", true), ("icons/rain.png", true),
            ("https://a.b/c.png", true), ("", true), ("/etc/text", false), ("/etc/item", false), ("file:///etc/text", false),
            ("../secret.png", false), ("icons/../../secret.png", false), ("..", false), ("../\u{301}secret", false),
        ])
    func locations(_ location: String, _ isPermitted: Bool) {
        #expect(PicturePermission(entry(isLocal: false)).permits(location) == isPermitted)
        #expect(PicturePermission(entry(isLocal: true)).permits(location))
    }
}
