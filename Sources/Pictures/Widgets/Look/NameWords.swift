import SubdialBasics
import SubdialExpressions

extension String {
    /// The text with a hyphen for each character that would end a name component or is not safe in file names.
    package var safeInNames: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
    }

    /// The name of the file at this path without its extension, with a hyphen for each `@`.
    package var nameOfFile: String {
        let file = split(separator: "/").last.map(String.init) ?? self
        return String(file.prefix { $0 != "." }).replacing("@", with: "-")
    }
}

extension TimeZones {
    /// The component of a name; nil for UTC.
    package var nameWord: String? {
        guard standard != TimeZones().standard else { return nil }
        let sign = standard.hasPrefix("+") ? "plus" : standard.hasPrefix("-") ? "minus" : ""
        return (sign + standard.dropFirst(sign.isEmpty ? 0 : 1)).safeInNames
    }
}

extension Double {
    /// The number without a decimal point if it is an integer.
    package var shortText: String { self == rounded() && magnitude < 1e15 ? String(Int(saturating: self)) : String(self) }

    /// The component of a name for a time in seconds: `30s`, or `500ms` if it is not a whole number of seconds.
    package var nameOfMoment: String {
        let milliseconds = Int(saturating: (self * 1000).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
