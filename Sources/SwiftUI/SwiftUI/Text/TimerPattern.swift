internal import Foundation
import Synchronization

/// The digits and separators of a running time in a language.
///
/// Foundation's format says them once for each language; a time of its own for each text would take a tenth of a widget's layout.
struct TimerPattern: Sendable {
    private let digits: [Character]
    private let hourSeparator: String
    private let minuteSeparator: String

    private static let known = Mutex<[String: TimerPattern]>([:])

    /// The pattern of a language.
    static func of(_ locale: Locale) -> TimerPattern {
        let key = locale.identifier
        if let pattern = known.withLock({ $0[key] }) { return pattern }
        let pattern = TimerPattern(locale)
        known.withLock { $0[key] = pattern }
        return pattern
    }

    private init(_ locale: Locale) {
        let style = Duration.TimeFormatStyle(pattern: .hourMinuteSecond(padHourToLength: 1), locale: locale)
        digits = (0..<10).map { style.format(.seconds($0 * 3600)).first { $0.isNumber } ?? Character("\($0)") }
        let text = style.format(.seconds(3661))
        let separators = text.split { $0.isNumber }.map(String.init)
        hourSeparator = separators.first ?? ":"
        minuteSeparator = separators.dropFirst().first ?? ":"
    }

    /// Hours unless they are 0, then minutes and seconds: `0:05`, `15:00`, `36:59:01`.
    func text(hours: Int, minutes: Int, seconds: Int) -> String {
        let end = number(minutes, padded: hours > 0) + minuteSeparator + number(seconds, padded: true)
        return hours > 0 ? number(hours, padded: false) + hourSeparator + end : end
    }

    private func number(_ value: Int, padded: Bool) -> String {
        let text = "\(value)"
        return String((padded && text.count < 2 ? "0" + text : text).map { digits[$0.wholeNumberValue ?? 0] })
    }
}
