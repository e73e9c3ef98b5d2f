extension JSONValue {
    /// Parses JSON with comments and with commas before closing brackets, as the configuration files of programs have them.
    ///
    /// - Throws: The first syntax error, with its position in `text`.
    package init(parsingWithComments text: String) throws(JSONError) {
        self = try JSONValue(parsing: Self.withoutComments(Array(text.utf8)))
    }

    /// The text with spaces in place of comments and of commas before closing brackets, so that all positions stay the same.
    private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
        var bytes = text
        var index = 0
        /// The position of a comma behind which only spaces and comments have followed.
        var comma: Int?
        func follows(_ second: Unicode.Scalar) -> Bool { index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: second) }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                comma = nil
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\n") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "/") where follows("/"):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
                    bytes[index] = UInt8(ascii: " ")
                    index += 1
                }
                continue
            case UInt8(ascii: "/") where follows("*"):
                var isOver = false
                while index < bytes.count, !isOver {
                    isOver = bytes[index] == UInt8(ascii: "*") && follows("/")
                    let count = isOver ? 2 : 1
                    for place in index..<index + count where bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
                    index += count
                }
                continue
            case UInt8(ascii: ","): comma = index
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { bytes[comma] = UInt8(ascii: " ") }
                comma = nil
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): break
            default: comma = nil
            }
            index += 1
        }
        return bytes
    }
}
