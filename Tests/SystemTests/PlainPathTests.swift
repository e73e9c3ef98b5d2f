import Foundation
import Testing

@testable import SubdialSystem

@Suite struct PlainPathTests {
    @Test(arguments: [
        ("/a/b", "/a/b"), ("/a/./b", "/a/b"), ("/a//b/", "/a/b"), ("/./a/../b", "/b"), ("/../a", "/a"), ("/a/b/../../c", "/c"), ("/", "/"),
    ])
    func dotsAreLeftOut(_ written: String, _ expected: String) { #expect(written.plainPath == expected) }

    /// The folder around a link's target is another one than that around the link.
    @Test func aLinkStays() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "/usr/lib")
        #expect("\(folder.path)/link/../a".plainPath == "\(folder.path)/link/../a")
    }
}
