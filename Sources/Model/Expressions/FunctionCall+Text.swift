import SubdialBasics
import SubdialDocuments

/// The functions that return texts.
extension FunctionCall {
    func lowercased(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(lowercased: text) }
    }

    func uppercased(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(uppercased: text) }
    }

    func markupEscaped(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            for scalar in text.unicodeScalars {
                if let replacement = scalar.markupReplacement { try output.append(replacement) } else { try output.append(scalar) }
            }
        }
    }

    /// `trunc`, as in playerctl: the ellipsis follows the columns, so it is the whole result for 0 columns.
    func truncated(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let columns = try columns(arguments[1])
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            try output.append(text.prefix(columns: columns))
            if text.displayWidth > columns { try output.append("…") }
        }
    }

    func padded(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let columns = try columns(arguments[1])
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            try output.append(text)
            try output.append(" ", times: columns - text.displayWidth)
        }
    }

    func replaced(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        let search = TextSearch(try evaluation.text(of: arguments[1], at: offset))
        let replacement = try evaluation.text(of: arguments[2], at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            var start = text.startIndex
            for range in search.ranges(in: text) {
                try output.append(text[start..<range.lowerBound])
                try output.append(replacement)
                start = range.upperBound
            }
            try output.append(text[start...])
        }
    }

    func concatenated(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        for argument in arguments { try evaluation.spend(reading: argument, at: offset) }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            for argument in arguments { try output.append(argument) }
        }
    }

    /// `join`: the non-empty values with a separator; lists are joined item by item.
    func joined(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let separator = try evaluation.text(of: subject, at: offset)
        for argument in arguments.dropFirst() { try evaluation.spend(reading: argument, at: offset) }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            var isFirst = true
            try Self.join(.list(Array(arguments.dropFirst())), separator, isFirst: &isFirst, into: &output)
        }
    }

    private static func join(
        _ value: Value, _ separator: String, isFirst: inout Bool, into output: inout BoundedText
    ) throws(ExpressionError) {
        if case .list(let values) = value {
            for value in values { try join(value, separator, isFirst: &isFirst, into: &output) }
        } else if !value.isEmpty {
            if !isFirst { try output.append(separator) }
            isFirst = false
            try output.append(value)
        }
    }

    func json(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        try evaluation.spend(reading: subject, at: offset)
        let json = subject.json
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(json: json) }
    }

    /// `emoji`, as in playerctl: a symbol for a playback status, or a loudspeaker with a number of waves for a volume of 0 to 1.
    ///
    /// Other values are returned unchanged.
    func emoji(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch subject {
        case .double(let volume): return .string(volume < 1 / 3.0 ? "🔈" : volume < 2 / 3.0 ? "🔉" : "🔊")
        case .string(let text):
            try evaluation.spend(reading: subject, at: offset)
            switch text.lowercased() {
            case "playing": return .string("▶️")
            case "paused": return .string("⏸️")
            case "stopped": return .string("⏹️")
            default: return subject
            }
        default: return subject
        }
    }

    /// Converts a value to a number of columns or characters.
    func columns(_ value: Value) throws(ExpressionError) -> Int {
        guard let number = value.number, number >= 0 else { throw needs("a number of columns of 0 or more", value) }
        return Int(saturating: min(number, 1_000_000))
    }
}
