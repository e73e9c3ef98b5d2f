import SubdialBasics

extension Double {
    /// The number with seventeen significant digits, as C's `%.17g` prints it, with `.0` appended to integers.
    ///
    /// GLib, and therefore playerctl, prints doubles of a variant this way: 0.7 as `0.69999999999999996`, 5 as `5.0`.
    var seventeenDigits: String {
        guard isFinite else { return isNaN ? "nan" : (self < 0 ? "-inf" : "inf") }
        let sign = self.sign == .minus ? "-" : ""
        guard self != 0 else { return sign + "0.0" }
        // magnitude = mantissa × 2^power exactly.
        let power = Int(exponent) - 52
        let mantissa = isNormal ? significandBitPattern | (1 << 52) : significandBitPattern
        var digits = Decimal(mantissa)
        let binary = isNormal ? power : -1074
        // A negative power of two is a power of five, shifted by the same number of decimal places.
        digits.multiply(by: binary < 0 ? 5 : 2, times: Int(binary.magnitude))
        let (rounded, exponent) = digits.rounded(to: 17, shift: min(0, binary))
        return sign + Self.layOut(rounded, exponent: exponent)
    }

    /// The layout of `%g`: positional from 1e-4 to below 1e17, otherwise with an exponent; without trailing zeros.
    private static func layOut(_ digits: [UInt8], exponent: Int) -> String {
        let text = digits.map { String($0) }
        if exponent < -4 || exponent >= 17 {
            let fraction = text.dropFirst().joined()
            let size = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
            return text[0] + (fraction.isEmpty ? "" : "." + fraction) + "e" + (exponent < 0 ? "-" : "+") + size
        }
        if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + text.joined() }
        let whole = text.prefix(exponent + 1).joined() + String(repeating: "0", count: max(0, exponent + 1 - text.count))
        let fraction = text.dropFirst(exponent + 1).joined()
        return whole + "." + (fraction.isEmpty ? "0" : fraction)
    }
}

/// An arbitrary-precision integer in decimal, as nine-digit limbs, least significant first.
private struct Decimal {
    private var limbs: [UInt64]

    init(_ value: UInt64) {
        limbs = []
        var rest = value
        repeat {
            limbs.append(rest % 1_000_000_000)
            rest /= 1_000_000_000
        } while rest > 0
    }

    /// Multiplies by a power of 2 or 5, with as many factors per step as fit into a limb.
    mutating func multiply(by factor: UInt64, times: Int) {
        var rest = times
        while rest > 0 {
            let step = min(rest, 12)
            multiply(by: (0..<step).reduce(1) { power, _ in power * factor })
            rest -= step
        }
    }

    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % 1_000_000_000
            carry = product / 1_000_000_000
        }
        if carry > 0 { limbs.append(carry) }
    }

    /// The first `count` significant digits, rounded half to even, without trailing zeros, and the exponent of the first one.
    func rounded(to count: Int, shift: Int) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        for (index, limb) in limbs.reversed().enumerated() {
            let text = String(limb)
            if index > 0 { digits.append(contentsOf: repeatElement(0, count: 9 - text.utf8.count)) }
            digits.append(contentsOf: text.utf8.map { $0 - 48 })
        }
        var exponent = digits.count - 1 + shift
        if digits.count > count {
            let rest = digits[count...]
            let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
            let roundsUp = isHalf ? digits[count - 1] % 2 == 1 : digits[count] >= 5
            digits.removeSubrange(count...)
            if roundsUp {
                var index = count - 1
                while index >= 0, digits[index] == 9 {
                    digits[index] = 0
                    index -= 1
                }
                if index >= 0 {
                    digits[index] += 1
                } else {
                    digits.insert(1, at: 0)
                    exponent += 1
                }
            }
        }
        while digits.count > 1, digits.last == 0 { digits.removeLast() }
        return (digits, exponent)
    }
}
