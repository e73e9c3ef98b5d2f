import SubdialBasics

/// The functions that split and combine lists.
extension FunctionCall {
    func last(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard arguments.count > 1 else {
            if case .list(let values) = subject { return values.last ?? .missing }
            return subject
        }
        let count = try columns(arguments[1])
        if case .list(let values) = subject { return try evaluation.makeList(values.suffix(count), at: offset) }
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text.suffix(count)) }
    }

    /// `slice`: the part from an index, counted from 0, or from the end if it is negative.
    func slice(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard let from = arguments[1].number, from == from.rounded() else { throw needs("a whole number to begin at", arguments[1]) }
        let count = arguments.count > 2 ? try columns(arguments[2]) : .max
        func range(_ total: Int) -> Range<Int> {
            let start = min(max(Int(saturating: from < 0 ? from + Double(total) : from), 0), total)
            return start..<(start + min(count, total - start))
        }
        if case .list(let values) = subject { return try evaluation.makeList(values[range(values.count)], at: offset) }
        let text = Array(try evaluation.text(of: subject, at: offset))
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(String(text[range(text.count)])) }
    }

    /// `unique`: the list without members that are equal to an earlier one.
    func unique(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard case .list(let values) = subject else { throw needs("a list", subject) }
        try evaluation.spend(reading: subject, at: offset)
        var known: Set<Value> = []
        // A whole number is equal to a double, as in comparisons.
        return try evaluation.makeList(values.filter { known.insert(Value.number($0) ?? $0).inserted }, at: offset)
    }

    func reversed(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        if case .list(let values) = subject { return try evaluation.makeList(values.reversed(), at: offset) }
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(String(text.reversed())) }
    }

    /// `range`: the whole numbers from 0, or from the first argument, to below the last.
    func range(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        var bounds: [Int] = []
        for argument in arguments {
            guard let number = argument.number, number == number.rounded() else { throw needs("whole numbers", argument) }
            bounds.append(Int(saturating: min(max(number, -1e15), 1e15)))
        }
        let (low, high) = bounds.count > 1 ? (bounds[0], bounds[1]) : (0, bounds[0])
        // The limit of lists applies before they are made.
        guard high - low <= Evaluation.maximumMembers else { throw evaluation.tooManyMembers(at: offset) }
        return try evaluation.makeList((low..<max(low, high)).map { .integer(Int64($0)) }, at: offset)
    }

    func keys(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        try evaluation.makeList(members().keys.sorted().map(Value.string), at: offset)
    }

    func values(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        try evaluation.makeList(members().sorted { $0.key < $1.key }.map(\.value), at: offset)
    }

    /// `entries`: a map with `key` and `value` for each member.
    func entries(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        try evaluation.makeList(Value.map(members()).rows ?? [], at: offset)
    }

    private func members() throws(ExpressionError) -> [String: Value] {
        guard case .map(let members) = subject else { throw needs("a map", subject) }
        return members
    }

    /// `sort`: the sorted list, optionally by a member of its maps; missing values are last.
    func sorted(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard case .list(let values) = subject else { throw needs("a list", subject) }
        try evaluation.spend(reading: subject, at: offset)
        let member = arguments.count > 1 && !arguments[1].isEmpty ? try evaluation.text(of: arguments[1], at: offset) : nil
        let order = arguments.count > 2 ? try evaluation.text(of: arguments[2], at: offset) : "ascending"
        guard order == "ascending" || order == "descending" else {
            throw ExpressionError("sort goes ascending or descending, not '\(order.excerpt)'", at: offset)
        }
        let keyed = values.map { value -> (key: SortKey, value: Value) in
            guard let member else { return (SortKey(value), value) }
            if case .map(let members) = value { return (SortKey(members[member] ?? .missing), value) }
            return (.none, value)
        }
        return try evaluation.makeList(SortKey.sorted(keyed, descending: order == "descending"), at: offset)
    }

    /// The extreme value by `isBefore`; missing values are ignored.
    func extreme(_ evaluation: inout Evaluation, _ isBefore: (Double, Double) -> Bool) throws(ExpressionError) -> Value {
        var best: (value: Value, number: Double)?
        var isDated: Bool?
        for value in try members(&evaluation) {
            let number: Double
            let dated: Bool
            if case .date(let date) = value {
                (number, dated) = (date.timeIntervalSince1970, true)
            } else {
                guard let found = value.number else {
                    try evaluation.omit(needs("numbers or dates", value))
                    continue
                }
                (number, dated) = (found, false)
            }
            guard !number.isNaN else { continue }
            guard isDated.map({ $0 == dated }) ?? true else { throw ExpressionError("a date and a number have no order", at: offset) }
            isDated = dated
            if best.map({ isBefore(number, $0.number) }) ?? true { best = (value, number) }
        }
        return best?.value ?? .missing
    }

    func sum(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        var total: Value?
        for value in try numbers(&evaluation) {
            total =
                try total.map { total throws(ExpressionError) in
                    // A sum that exceeds 64 bits becomes a double.
                    if case (.integer(let first), .integer(let second)) = (total, value), first.addingReportingOverflow(second).overflow {
                        return .double(Double(first) + Double(second))
                    }
                    return try Expression.Operator.add.apply(total, value, &evaluation, at: offset)
                } ?? value
        }
        return total ?? .missing
    }

    func average(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let count = try numbers(&evaluation).count
        guard count > 0, let total = Optional(try sum(&evaluation)), let number = total.number else { return .missing }
        if case .duration = total { return .duration(number / Double(count)) }
        return .double(number / Double(count))
    }

    /// `sparkline`: a block character of proportional height for each number of the list; a space for a missing value.
    func sparkline(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard case .list(let values) = subject else { throw needs("a list", subject) }
        guard let low = arguments[1].number, low.isFinite else { throw needs("a number for the lowest block", arguments[1]) }
        guard let high = arguments[2].number, high.isFinite else { throw needs("a number for the highest block", arguments[2]) }
        let blocks = Array("▁▂▃▄▅▆▇█")
        let line = try values.map { value throws(ExpressionError) -> Character in
            guard value != .missing else { return " " }
            guard let number = value.number else {
                try evaluation.omit(needs("numbers", value))
                return " "
            }
            guard !number.isNaN else { return " " }
            let share = high > low ? min(max(0, number / (high - low) - low / (high - low)), 1) : number < low ? 0 : 1
            return blocks[min(Int(saturating: share * 8), 7)]
        }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(String(line)) }
    }

    /// The numbers among the arguments, with lists flattened by one level; other values are omitted.
    private func numbers(_ evaluation: inout Evaluation) throws(ExpressionError) -> [Value] {
        var numbers: [Value] = []
        for value in try members(&evaluation) {
            if value.number == nil { try evaluation.omit(needs("numbers", value)) } else { numbers.append(value) }
        }
        return numbers
    }

    /// All arguments without missing values, with lists flattened by one level.
    private func members(_ evaluation: inout Evaluation) throws(ExpressionError) -> [Value] {
        var members: [Value] = []
        for argument in arguments {
            try evaluation.spend(taking: argument, at: offset)
            if case .list(let values) = argument { members += values } else { members.append(argument) }
        }
        return members.filter { $0 != .missing }
    }
}

extension Value {
    /// A double for a number that a double represents exactly; nil for another value.
    fileprivate static func number(_ value: Value) -> Value? {
        guard let number = value.number, number.magnitude < 0x1p53 else { return nil }
        return .double(number)
    }

    /// The rows of a list, or a map with `key` and `value` for each member of a map, sorted by key; nil for another value.
    package var rows: [Value]? {
        switch self {
        case .list(let values): values
        case .map(let members): members.sorted { $0.key < $1.key }.map { .map(["key": .string($0.key), "value": $0.value]) }
        default: nil
        }
    }
}
