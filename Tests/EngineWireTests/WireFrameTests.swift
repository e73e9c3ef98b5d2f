import SubdialEngineWire
import Testing

@Suite struct WireFrameTests {
    static let fromFront: [WireFrame] = [
        .request(
            FrontRequest(
                arguments: ["feed", "--text", "{{ title }} – 日本", ""],
                workingFolder: "/home/ada",
                environment: [EnvironmentVariable(name: "LANG", value: "de_DE.UTF-8"), EnvironmentVariable(name: "NO_COLOR", value: "")],
                inputIsTerminal: true,
                resume: "So What – Miles Davis"
            )
        ),
        .request(FrontRequest(arguments: [], outputIsTerminal: true)),
        .request(FrontRequest(arguments: ["feed"], resume: "")),
        .input([0, 1, 2, 255]),
        .input([]),
    ]
    static let fromEngine: [WireFrame] = [
        .hello,
        .inputRequest,
        .refusal(Array("the engine serves enough".utf8)),
        .line(Array("a line\n".utf8)),
        .output([UInt8](repeating: 7, count: 300)),
        .error(Array("what is wrong\n".utf8)),
        .exit(69),
        .exit(-1),
    ]

    @Test(arguments: fromFront)
    func aFrontsFrameComesBack(_ frame: WireFrame) throws {
        var parser = FrameParser(from: .front)
        parser.append(try frame.encoded())
        #expect(try parser.next() == frame)
        #expect(try parser.next() == nil)
    }

    @Test func framesComeBackWhereverTheBytesAreSplit() throws {
        let bytes = try Self.fromEngine.flatMap { try $0.encoded() }
        for split in 0...bytes.count {
            var parser = FrameParser(from: .engine)
            var frames: [WireFrame] = []
            for part in [bytes[..<split], bytes[split...]] {
                parser.append(Array(part))
                while let frame = try parser.next() { frames.append(frame) }
            }
            #expect(frames == Self.fromEngine, "split at \(split)")
        }
    }

    @Test func framesComeBackByteByByte() throws {
        var parser = FrameParser(from: .front)
        var frames: [WireFrame] = []
        for byte in try Self.fromFront.flatMap({ try $0.encoded() }) {
            parser.append([byte])
            while let frame = try parser.next() { frames.append(frame) }
        }
        #expect(frames == Self.fromFront)
    }

    @Test(arguments: [
        (Array("GET / HTTP/1.1".utf8), WireError.unknownFrame(kind: UInt8(ascii: "G"))),
        ([WireFrame.Kind.exit.rawValue], .unexpectedFrame(.exit)),
        ([WireFrame.Kind.input.rawValue, 0xFF, 0xFF, 0xFF, 0xFF], .frameTooLong(length: 0xFFFF_FFFF, limit: WireFrame.maximumPayload)),
        ([WireFrame.Kind.request.rawValue, 0, 0, 0, 2, 0x7F, 0xFF], .wrongProtocol(theirs: 0x7FFF, ours: SubdialVersion.protocolNumber)),
        ([WireFrame.Kind.request.rawValue, 0, 0, 0, 1, 0], .truncated(field: "protocol")),
        // Protocol 2, no flags, and a folder of one byte that is not UTF-8.
        ([WireFrame.Kind.request.rawValue, 0, 0, 0, 8, 0, 2, 0, 0, 0, 0, 1, 0xFF], .notText(field: "working folder")),
        // No folder, and a number of arguments that exceeds the number of bytes.
        ([WireFrame.Kind.request.rawValue, 0, 0, 0, 11, 0, 2, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0], .truncated(field: "arguments")),
        ([WireFrame.Kind.request.rawValue, 0, 0, 0, 16] + [0, 2] + [UInt8](repeating: 0, count: 14), .trailingBytes(count: 1)),
    ])
    func garbageIsToldForWhatItIs(_ bytes: [UInt8], _ expected: WireError) {
        var parser = FrameParser(from: .front)
        parser.append(bytes)
        #expect(throws: expected) { try parser.next() }
    }

    @Test func aRequestCutOffAnywhereIsRefused() throws {
        let whole = try Self.fromFront[0].encoded()
        for length in 0..<(whole.count - 5) {
            var parser = FrameParser(from: .front)
            parser.append([whole[0], 0, 0, UInt8(length >> 8), UInt8(length & 0xFF)] + whole[5..<(5 + length)])
            #expect(throws: WireError.self, "cut to \(length) bytes") { try parser.next() }
        }
    }

    @Test func aRequestThatIsTooLongIsNotSent() {
        let frame = WireFrame.request(FrontRequest(arguments: [String(repeating: "x", count: WireFrame.maximumPayload)]))
        #expect(throws: WireError.self) { try frame.encoded() }
    }
}
