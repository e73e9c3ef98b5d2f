/// The conversion of a text to a number in JavaScript, for the arguments of a program that is written in it.
enum ScriptNumber {
    /// The number; nil if it is NaN.
    ///
    /// A text of whitespace is 0. Integers can be hexadecimal, octal or binary.
    static func value(_ text: String) -> Double? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let word = words.first else { return 0 }
        guard words.count == 1 else { return nil }
        let radixes = ["0x": 16, "0o": 8, "0b": 2]
        if let radix = radixes[word.prefix(2).lowercased()] { return integer(word.dropFirst(2), radix: radix) }
        switch word {
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        // Swift also converts names such as 'nan', and hexadecimal fractions.
        default: return word.allSatisfy("0123456789.eE+-".contains) ? Double(word) : nil
        }
    }

    private static func integer(_ digits: Substring, radix: Int) -> Double? {
        guard !digits.isEmpty else { return nil }
        var value = 0.0
        for digit in digits {
            guard digit.isASCII, let number = digit.hexDigitValue, number < radix else { return nil }
            value = value * Double(radix) + Double(number)
        }
        return value
    }
}
