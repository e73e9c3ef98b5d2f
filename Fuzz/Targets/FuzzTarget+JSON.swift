// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import SubdialDocuments

    extension FuzzTarget {
        /// JSON is parsed and written without a change, and its text contains no terminal control characters.
        static let json = FuzzTarget("json", seeds: ["Fixtures/entries", "Fixtures/bridge"], dictionary: "json") { bytes in
            let value = try JSONValue(parsing: bytes)
            let (text, indented) = (value.text(), value.text(indented: true))
            require(try JSONValue(parsing: text) == value, "the text is another value")
            require(try JSONValue(parsing: indented) == value, "the indented text is another value")
            require(value.text(within: text.utf8.count) == text, "the text does not fit into its own length")
            require(value.text(within: text.utf8.count - 1) == nil, "a text is longer than its limit")
            require(!text.unicodeScalars.contains(where: \.steersTerminals), "the text steers terminals")
        }
    }

    extension Unicode.Scalar {
        /// True for control characters including C1 and DEL, line separators, and directional controls.
        var steersTerminals: Bool {
            switch value {
            case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }
#endif
