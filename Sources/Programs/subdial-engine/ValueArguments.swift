import ArgumentParser

/// The argument for the state of a switch.
enum SwitchState: String, ExpressibleByArgument, CaseIterable {
    case on, off, toggle
}

/// The argument for a level in per cent, or for a change of it: `72`, `+5` or `-5`.
struct LevelArgument: ParsableArguments {
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The value in per cent, with a sign for a change.", valueName: "[+|-]N"))
    var amount: [String]

    /// The parsed level.
    ///
    /// - Parameters:
    ///   - verb: The name of the command, for the message.
    ///   - example: A level for the message.
    func level(of verb: String, example: Int) throws(CommandFailure) -> Level {
        let text = amount.first ?? ""
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard amount.count == 1, let number = Double(digits), number.isFinite, abs(number) <= 1000 else {
            throw CommandFailure(
                .wrongUsage, "\(verb) takes per cent, like \(example), +5 or -5, not '\(amount.joined(separator: " "))'")
        }
        return Level(value: number / 100, isStep: text.hasPrefix("+") || text.hasPrefix("-"))
    }

    /// A level, or a change of one.
    struct Level {
        /// 1 is 100 %.
        let value: Double
        /// True if the value is added to the previous one.
        let isStep: Bool
    }
}
