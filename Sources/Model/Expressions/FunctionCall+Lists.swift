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
        let kinds = Set(keyed.compactMap(\.key.kind))
        guard kinds.count <= 1 else { throw ExpressionError("\(kinds.sorted().joined(separator: " and ")) have no order", at: offset) }
        let sorted = keyed.enumerated().sorted { left, right in
            let (first, second) = (left.element.key, right.element.key)
            if first == .none || second == .none { return first != .none || second == .none && left.offset < right.offset }
            if first == second { return left.offset < right.offset }
            return (first < second) == (order == "ascending")
        }
        return try evaluation.makeList(sorted.map(\.element.value), at: offset)
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
                guard let found = value.number else { throw needs("numbers or dates", value) }
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
        for value in try members(&evaluation) {
            guard value.number != nil else { throw needs("numbers", value) }
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
        let count = try members(&evaluation).count
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
            guard let number = value.number else { throw needs("numbers", value) }
            guard !number.isNaN else { return " " }
            let share = high > low ? min(max(0, number / (high - low) - low / (high - low)), 1) : number < low ? 0 : 1
            return blocks[min(Int(saturating: share * 8), 7)]
        }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(String(line)) }
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

/// The sort key of a value.
private enum SortKey: Comparable {
    case number(Double)
    case text(String)
    case date(Double)
    case none

    init(_ value: Value) {
        switch value {
        case .string(let text): self = .text(text)
        case .date(let date): self = .date(date.timeIntervalSince1970)
        case .bool(let truth): self = .number(truth ? 1 : 0)
        default: self = value.number.flatMap { $0.isNaN ? nil : .number($0) } ?? .none
        }
    }

    var kind: String? {
        switch self {
        case .number: "numbers"
        case .text: "texts"
        case .date: "dates"
        case .none: nil
        }
    }
}
