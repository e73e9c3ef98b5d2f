import FoundationEssentials
import SubdialDocuments
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialServe

/// Tests of the files and messages for displays that draw by themselves.
@Suite struct TransferTests {
    @Test(
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-", .part(0..<10)), ("bytes=0-0", .part(0..<1)), ("bytes=9-", .part(9..<10)),
            ("bytes=2-4", .part(2..<5)), ("bytes=2-99", .part(2..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)),
            ("BYTES = 2-4", .part(2..<5)), ("bytes=10-", .unsatisfiable), ("bytes=10-12", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=4-2", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("bytes=a-b", .whole),
            ("bytes=1-2-3", .whole),
            ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole), ("bytes=--1", .whole), ("bytes=+1-2", .whole),
            ("bytes=0-99999999999999999999999", .part(0..<10)), ("bytes=99999999999999999999999-", .unsatisfiable),
            ("bytes=-99999999999999999999999", .part(0..<10)), ("bytes=0-9223372036854775807", .part(0..<10)),
        ] as [(String?, ByteRange)])
    func ranges(_ field: String?, _ wanted: ByteRange) { #expect(ByteRange(field, tag: "\"t\"", size: 10) == wanted) }

    @Test(arguments: [
        ("\"t\"", ByteRange.part(0..<2)), ("\"u\"", .whole), ("W/\"t\"", .whole), ("Thu, 08 Jan 2026 20:15:04 GMT", .whole), ("", .whole),
    ])
    func conditionsOfRanges(_ condition: String, _ wanted: ByteRange) {
        #expect(ByteRange("bytes=0-1", ifRange: condition, tag: "\"t\"", size: 10) == wanted)
    }

    @Test func anEmptyFileHasNoParts() {
        #expect(ByteRange("bytes=0-", tag: "\"t\"", size: 0) == .unsatisfiable && ByteRange("bytes=-5", tag: "\"t\"", size: 0) == .whole)
    }

    // MARK: Messages

    @Test func aQueueKeepsItsOrder() throws {
        var queue = MessageQueue()
        let date = Date(timeIntervalSince1970: 1_767_903_304)
        #expect(try queue.add("1", named: "a", at: date) == (1, false))
        #expect(try queue.add("2", named: nil, at: date) == (2, false))
        #expect(try queue.add("other", named: "a", at: date) == (1, true))
        #expect(queue.messages.map(\.text) == ["1", "2"])
        #expect(MessageQueue(queue.json) == queue)
        #expect(queue.remove(through: 1) && !queue.remove(through: 1) && queue.messages.map(\.number) == [2])
        // A message with the same name is a duplicate, even after it was received.
        #expect(try queue.add("1", named: "a", at: date) == (1, true))
        #expect(queue.remove(through: 99) && queue.messages.isEmpty)
        #expect(try queue.add("3", named: nil, at: date) == (3, false))
        #expect(MessageQueue(queue.json) == queue)
    }

    @Test func aFullQueueRefuses() throws {
        let date = Date(timeIntervalSince1970: 1_767_903_304)
        var queue = MessageQueue()
        for _ in 0..<MessageQueue.maximumCount { _ = try queue.add("1", named: nil, at: date) }
        let full = queue
        #expect(throws: MessageQueue.IsFull.self) { try queue.add("1", named: nil, at: date) }
        #expect(queue == full)
        var long = MessageQueue()
        _ = try long.add(String(repeating: "x", count: MessageQueue.maximumBytes), named: nil, at: date)
        #expect(throws: MessageQueue.IsFull.self) { try long.add("1", named: nil, at: date) }
        #expect(MessageQueue(try JSONValue(parsing: long.json.text())) == long)
    }

    @Test(arguments: [
        "{}", "[]", #"{"queue":"","next":1,"messages":[],"names":[]}"#, #"{"queue":"a","next":0,"messages":[],"names":[]}"#,
        #"{"queue":"a","next":2,"messages":[{"number":2,"date":"2026-01-08T20:15:04Z","text":"1"}],"names":[]}"#,
        #"{"queue":"a","next":2,"messages":[{"number":1,"date":"never","text":"1"}],"names":[]}"#,
    ])
    func filesThatAreNoQueues(_ text: String) throws { #expect(MessageQueue(try JSONValue(parsing: text)) == nil) }

    /// Two servers with one folder preserve each other's messages.
    @Test func twoServersShareTheQueues() async throws {
        let folder = URL(filePath: Scratch.path("sd"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let servers = [MessageQueues(PrivateFolder(folder.path)), MessageQueues(PrivateFolder(folder.path))]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = try await servers[number % 2].post("\(number)", named: "m\(number)", to: "a") }
            }
            try await group.waitForAll()
        }
        for server in servers {
            let queue = try #require(try await server.queue(of: "a", after: 0, queue: nil, within: .zero))
            #expect(queue.messages.map(\.number) == Array(1...40))
            #expect(Set(queue.messages.map(\.text)) == Set((0..<40).map(String.init)))
        }
    }

    /// A message that another server stores ends the wait of a receiver, also the first one, which creates the file.
    @Test(.timeLimit(.minutes(5)), arguments: [0, 1])
    func aWaitEndsWithAMessageOfAnotherServer(_ received: Int) async throws {
        let folder = URL(filePath: Scratch.path("sd"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let (one, other) = (MessageQueues(PrivateFolder(folder.path)), MessageQueues(PrivateFolder(folder.path)))
        for number in 0..<received { _ = try await other.post("\(number)", named: nil, to: "a") }
        async let waiting = one.queue(of: "a", after: received, queue: nil, within: .seconds(3600))
        _ = try await other.post("new", named: nil, to: "a")
        let queue = try #require(try await waiting)
        #expect(queue.messages.map(\.number) == Array(1...received + 1) && queue.messages.last?.text == "new")
    }

    /// The end of the server ends all waits.
    @Test(.timeLimit(.minutes(5))) func aWaitEndsWithTheServer() async throws {
        let folder = URL(filePath: Scratch.path("sd"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = MessageQueues(PrivateFolder(folder.path))
        async let waiting = server.queue(of: "a", after: 0, queue: nil, within: .seconds(3600))
        await server.close()
        #expect(try await waiting == nil)
    }

    /// A damaged file is kept under another name, and the receiver's queue begins anew.
    @Test func aDamagedFileIsPutAside() async throws {
        let folder = URL(filePath: Scratch.path("sd"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.json")
        let server = MessageQueues(PrivateFolder(folder.path))
        #expect(try await server.post("1", named: nil, to: "a").number == 1)
        try Data("{}".utf8).write(to: file)
        await #expect(throws: ServeError.self) { try await server.queue(of: "a", after: 0, queue: nil, within: .zero) }
        let error = await #expect(throws: ServeError.self) { try await server.post("2", named: nil, to: "a") }
        #expect(error.map { "\($0)".contains("\(file.path).bad") } == true)
        #expect(try Data(contentsOf: file.appendingPathExtension("bad")) == Data("{}".utf8))
        #expect(try await server.post("3", named: nil, to: "a").number == 1)
    }

    /// A receiver without messages can be replaced; one with messages cannot.
    @Test func receiversAreBounded() async throws {
        let folder = URL(filePath: Scratch.path("sd"))
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var waiting = MessageQueue()
        _ = try waiting.add("1", named: nil, at: .now)
        for number in 0..<MessageQueues.maximumReceivers {
            let queue = number == 500 ? MessageQueue() : waiting
            try Data(queue.json.text().utf8).write(to: folder.appending(path: "r\(number).json"))
        }
        let server = MessageQueues(PrivateFolder(folder.path))
        #expect(try await server.post("1", named: nil, to: "new").number == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "r500.json").path))
        let error = await #expect(throws: ServeError.self) { try await server.post("1", named: nil, to: "another") }
        #expect(error?.status == .insufficientStorage)
        #expect(try await server.post("2", named: nil, to: "r1").number == 2)
    }

    // MARK: Folders

    @Test func namesOfFontsKeepTheirOrder() {
        let fonts = TransferFonts(["/usr/a/inter/Inter.otf", "/usr/b/inter/Inter.otf", "/usr/a/inter/In ter.otf", "/Noto.ttf"])
        #expect(
            fonts.files.map(\.name) == [
                "00-inter/0000-Inter.otf", "01-inter/0001-Inter.otf", "00-inter/0002-In_ter.otf", "02-fonts/0003-Noto.ttf",
            ])
        // The mirror's fontconfig sorts folders and files by name.
        let many = TransferFonts((0..<300).map { "/fonts/\($0)/a.otf" }).files.map(\.name)
        #expect(many == many.sorted() && Set(many).count == 300)
    }

    /// A picture is a field of that type, or what templates take for one by its name, at any depth.
    @Test func picturesOfEntriesAreFound() throws {
        let fields = [
            EntryField("cover", .image), EntryField("title", .text), EntryField("tracks", .list(.map([EntryField("artwork", .text)]))),
            EntryField("more", .list(.image)), EntryField("data", .any),
        ]
        let entry = """
            {"cover":"a","title":"/b","tracks":[{"artwork":"c"}],"more":["d",""],"data":{"x":[{"artwork":"e"}],"y":"/f"},"artwork":"g","other":1}
            """
        var found: [String] = []
        let replaced = PictureLocations.replacing(try JSONValue(parsing: entry), fields: fields) { location in
            found.append(location)
            return "new"
        }
        #expect(found == ["a", "c", "d", "e", "g"])
        #expect(
            replaced.text() == #"""
                {"cover":"new","title":"/b","tracks":[{"artwork":"new"}],"more":["new",""],"data":{"x":[{"artwork":"new"}],"y":"/f"},"artwork":"new","other":1}
                """#)
    }

    @Test func devicesOfBothFilesCount() throws {
        let merged = try #require(
            TransferFolders.merged(
                "panels: { mine: { size: 1 }, a: { size: 2 } }", over: "devices: { x: { w: 1 } }\npanels: { a: { size: 1 }, b: 1 }"))
        #expect(
            try JSONValue(parsing: merged)
                == JSONValue(parsing: #"{"devices":{"x":{"w":1}},"panels":{"b":1,"mine":{"size":1},"a":{"size":2}}}"#))
    }
}
