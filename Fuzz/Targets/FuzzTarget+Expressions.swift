// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialDocuments
    import SubdialExpressions

    extension FuzzTarget {
        /// The maximum size of a text that an evaluation returns, in bytes.
        private static let maximumText = 65_536

        private static let scope = DictionaryScope([
            "title": .string("So What"), "artist": .string("ΣΑΣ e\u{301} 日本 👨‍👩‍👧 İß"), "empty": .string(""), "nothing": .missing,
            "list": .list([.string("Jazz"), .list([.integer(1), .missing]), .map(["a": .double(0.5)])]), "n": .integer(5),
            "most": .integer(.max),
            "least": .integer(.min), "unsigned": .unsigned(.max), "volume": .double(0.7), "huge": .double(1e300), "inf": .double(.infinity),
            "nan": .double(.nan), "elapsed": .duration(104.4), "forever": .duration(.infinity), "live": .bool(true),
            "status": .string("Playing"),
            "now": .date(Date(timeIntervalSince1970: 1_767_903_304)), "far": .date(Date(timeIntervalSince1970: 1e300)),
            "palette": .map(["background": .string("#102030"), "depth": .map(["x": .integer(3)])]),
            "big": .string(String(repeating: "&\"a\u{301}", count: 12_000)), "raw": .string("\u{9B}31m\u{202E}\n\0<&'\""),
        ])

        private static func check(_ value: Value) throws {
            let json = value.json.text()
            require(try JSONValue(parsing: json).text() == json, "the value's JSON cannot be read again")
            _ = (value.text, value.isTrue, value.isEmpty, value.number, value.kind)
        }

        /// An expression is parsed with offsets inside its text, and evaluated within its budget.
        static let expression = FuzzTarget("expression", dictionary: "expression") { bytes in
            let source = String(decoding: bytes, as: UTF8.self)
            let count = source.count
            do throws(ExpressionError) {
                let expression = try Expression(source)
                for variable in expression.variables { require(variable.offset < count, "a variable stands behind the end") }
                let value = try expression.evaluate(in: scope)
                if case .string(let text) = value {
                    require(text.utf8.count <= maximumText || expression.variables.first?.name == "big", "a text is longer than it may be")
                }
                try? check(value)
            } catch {
                require((0...count).contains(error.offset), "an error stands behind the end")
                require(!error.reason.unicodeScalars.contains(where: \.steersTerminals), "an error steers terminals")
                throw error
            }
        }

        /// A text with expressions is evaluated within the budget of one expression, and optionally continues after an error.
        static let textTemplate = FuzzTarget("text-template", dictionary: "expression") { bytes in
            let source = String(decoding: bytes, as: UTF8.self)
            let template = try TextTemplate(source)
            let count = source.count
            for variable in template.variables { require(variable.offset < count, "a variable stands behind the end") }
            var errors: [ExpressionError] = []
            let text = template.text(in: scope) { errors.append($0) }
            require(text.utf8.count <= maximumText, "a text is longer than it may be")
            for error in errors { require((0...count).contains(error.offset), "an error stands behind the end") }
            if errors.isEmpty { require(try template.text(in: scope) == text, "one way of evaluating gives another text") }
            try check(template.value(in: scope))
        }
    }
#endif
