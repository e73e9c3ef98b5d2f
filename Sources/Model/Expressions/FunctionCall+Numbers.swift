import SubdialBasics

/// The functions that return numbers and durations.
extension FunctionCall {
    func duration(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let seconds: Double
        switch subject {
        case .missing: return .missing
        case .duration(let value): seconds = value
        case .integer, .unsigned, .double: seconds = (subject.number ?? 0) / 1e6
        default: throw needs("microseconds", subject)
        }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(Value.clock(seconds)) }
    }

    func percent() throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        guard let ratio = subject.number, ratio.isFinite, ratio.magnitude < 1e12 else { throw needs("a number", subject) }
        // 0.285 times 100 is 28.499999999999996.
        return .integer(Int64(saturating: ((ratio * 1e7).rounded() / 1e5).rounded()))
    }

    func rounded(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard let number = subject.number, number.isFinite else { throw needs("a number", subject) }
        guard arguments.count > 1 else {
            switch subject {
            // Returned unchanged, as a double is not exact beyond 53 bits.
            case .integer, .unsigned: return subject
            default: return Int64(exactly: number.rounded()).map(Value.integer) ?? .double(number)
            }
        }
        guard let places = arguments[1].number, (0...9).contains(places) else { throw needs("0 to 9 decimals", arguments[1]) }
        var scale = 1.0
        for _ in 0..<Int(saturating: places) { scale *= 10 }
        let scaled = (number * scale).rounded()
        // A number too large for scaling has no decimals.
        let result = scaled.isFinite ? scaled / scale : number
        let text = evaluation.dialect == .standard ? result.shortest : "\(result)"
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text) }
    }

    func count(_ evaluation: inout Evaluation) throws(ExpressionError) -> Int {
        if case .list(let values) = subject { return values.count }
        return try evaluation.text(of: subject, at: offset).count
    }
}

/// The functions that compute with a single number.
extension FunctionCall {
    /// `number`: the number in a text; missing if the text is not a single number.
    func number(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch subject {
        case .integer, .unsigned: return subject
        case .double(let value): return value.isFinite ? subject : .missing
        case .duration(let seconds): return .double(seconds)
        case .bool(let truth): return .integer(truth ? 1 : 0)
        case .string(let text):
            try evaluation.spend(text.utf8.count, at: offset)
            let sign = arguments.count > 1 ? try evaluation.text(of: arguments[1], at: offset) : "."
            guard sign == "." || sign == "," else { throw needs("'.' or ',' for a decimal sign", arguments[1]) }
            var digits = text.trimmedBlanks
            guard digits.utf8.count <= 400, !digits.contains(sign == "," ? "." : ","),
                digits.utf8.allSatisfy({ $0 < 0x80 && !(0x61...0x7A).contains($0 | 0x20) || $0 | 0x20 == 0x65 })
            else { return .missing }
            if sign == "," { digits = digits.replacing(",", with: ".") }
            if let whole = Int64(digits) { return .integer(whole) }
            guard let number = Double(digits), number.isFinite else { return .missing }
            return .double(number)
        default: return .missing
        }
    }

    /// The number rounded to an integer by `rounding`.
    func whole(_ rounding: (Double) -> Double) throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        switch subject {
        case .integer, .unsigned: return subject
        default:
            guard let number = subject.number, number.isFinite else { throw needs("a number", subject) }
            return Int64(exactly: rounding(number)).map(Value.integer) ?? .double(rounding(number))
        }
    }

    func magnitude() throws(ExpressionError) -> Value {
        switch subject {
        case .missing, .unsigned: return subject
        case .integer(let value): return Int64(exactly: value.magnitude).map(Value.integer) ?? .unsigned(value.magnitude)
        case .double(let value): return .double(value.magnitude)
        case .duration(let value): return .duration(value.magnitude)
        default: throw needs("a number", subject)
        }
    }

    /// `clamp`: the number, or the bound that it exceeds.
    func clamped() throws(ExpressionError) -> Value {
        guard let (number, low, high) = try bounds() else { return .missing }
        return number < low ? arguments[1] : number > high ? arguments[2] : subject
    }

    /// `scale`: the position of the number between two bounds: 0 at the lower bound and below, 1 at the upper and above; 0 if they are equal.
    func scaled() throws(ExpressionError) -> Value {
        guard let (number, low, high) = try bounds() else { return .missing }
        return .double(low == high ? 0 : Swift.min(Swift.max((number - low) / (high - low), 0), 1))
    }

    private func bounds() throws(ExpressionError) -> (number: Double, low: Double, high: Double)? {
        guard !arguments.contains(where: \.isEmpty) else { return nil }
        var numbers: [Double] = []
        for argument in arguments {
            guard let number = argument.number, number.isFinite else { throw needs("three numbers", argument) }
            numbers.append(number)
        }
        guard numbers[1] <= numbers[2] else {
            throw ExpressionError("\(function.rawValue) needs its lower bound before the higher one", at: offset)
        }
        return (numbers[0], numbers[1], numbers[2])
    }
}
