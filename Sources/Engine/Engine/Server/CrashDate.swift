/// Formats a date as `2026-01-08T20:15:04Z` without allocating memory.
struct CrashDate {
    /// The length of the text, in bytes.
    static let length = 20

    private var year: Int
    private var month: Int
    private var day: Int
    private let second: Int

    /// The date a number of seconds after 1970 began; values before that, or after the year 9999, are clamped.
    init(seconds: Int) {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        second = seconds % 86_400
        // Years that begin in March end with the leap day.
        let days = seconds / 86_400 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Writes the text at an offset, and returns the offset after it.
    func copy(to line: UnsafeMutablePointer<UInt8>, at start: Int) -> Int {
        var end = Self.put(year, digits: 4, before: UInt8(ascii: "-"), to: line, at: start)
        end = Self.put(month, digits: 2, before: UInt8(ascii: "-"), to: line, at: end)
        end = Self.put(day, digits: 2, before: UInt8(ascii: "T"), to: line, at: end)
        end = Self.put(second / 3600, digits: 2, before: UInt8(ascii: ":"), to: line, at: end)
        end = Self.put(second / 60 % 60, digits: 2, before: UInt8(ascii: ":"), to: line, at: end)
        return Self.put(second % 60, digits: 2, before: UInt8(ascii: "Z"), to: line, at: end)
    }

    private static func put(_ number: Int, digits: Int, before: UInt8, to line: UnsafeMutablePointer<UInt8>, at start: Int) -> Int {
        var (rest, index) = (number, digits - 1)
        while index >= 0 {
            line[start + index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
        line[start + digits] = before
        return start + digits + 1
    }
}
