import NIOCore
import Testing

@testable import SubdialSockets

@Suite struct LineTests {
    @Test func readsLinesFromPiecesOfAnySize() throws {
        let text = "first\n\nthird: äö\nrest"
        for size in 1...7 {
            var buffer = ByteBuffer()
            var lines: [String] = []
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                buffer.writeBytes(bytes.prefix(size))
                bytes = bytes.dropFirst(size)
                while let line = try buffer.readLine(maximum: 20) { lines.append(String(buffer: line)) }
            }
            #expect(lines == ["first", "", "third: äö"])
            #expect(buffer.readString(length: 3) == "res")
            buffer.writeString("\n")
            #expect(try buffer.readLine(maximum: 20) == ByteBuffer(string: "t"))
            #expect(try buffer.readLine(maximum: 20) == nil)
        }
    }

    @Test(arguments: [(10, true), (11, false)])
    func limitsTheLengthOfLines(length: Int, fits: Bool) throws {
        let line = String(repeating: "a", count: length)
        for isEnded in [false, true] {
            var buffer = ByteBuffer(string: line + (isEnded ? "\n" : ""))
            if fits {
                #expect(try buffer.readLine(maximum: 10) == (isEnded ? ByteBuffer(string: line) : nil))
            } else {
                #expect(throws: SocketFailure.lineTooLong) { try buffer.readLine(maximum: 10) }
            }
        }
    }
}
