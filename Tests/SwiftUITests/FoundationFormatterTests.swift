import Foundation
import Testing

@testable import SubdialSwiftUI

@Suite("What Foundation lacks on Linux")
struct FoundationFormatterTests {
    private let english = Locale(identifier: "en_US")

    // Apple's examples for DateComponentsFormatter.UnitsStyle: 9 hours, 41 minutes, 30 seconds in each style.
    @Test(
        "Durations",
        arguments: [
            (SubdialSwiftUI.DateComponentsFormatter.UnitsStyle.positional, "9:41:30"), (.full, "9 hours, 41 minutes, 30 seconds"),
            (.short, "9 hr, 41 min, 30 sec"), (.abbreviated, "9h 41m 30s"), (.brief, "9hr 41min 30sec"),
            (.spellOut, "nine hours, forty-one minutes, thirty seconds"),
        ])
    func durations(style: SubdialSwiftUI.DateComponentsFormatter.UnitsStyle, words: String) {
        let formatter = SubdialSwiftUI.DateComponentsFormatter()
        formatter.unitsStyle = style
        #expect(inEnglish { formatter.string(from: 34_890) } == words)
    }

    @Test("Durations of chosen units")
    func units() {
        let formatter = SubdialSwiftUI.DateComponentsFormatter()
        formatter.allowedUnits = [.minute, .second]
        #expect(formatter.string(from: 65) == "1:05")
        formatter.zeroFormattingBehavior = .pad
        #expect(formatter.string(from: 5) == "00:05")
        formatter.allowedUnits = [.hour, .minute]
        formatter.unitsStyle = .full
        formatter.zeroFormattingBehavior = .default
        formatter.maximumUnitCount = 1
        #expect(inEnglish { formatter.string(from: 7500) } == "2 hours")
    }

    @Test("Relative dates")
    func relative() {
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = english
        #expect(formatter.localizedString(fromTimeInterval: -7200) == "2 hours ago")
        #expect(formatter.localizedString(fromTimeInterval: 300) == "in 5 minutes")
        formatter.unitsStyle = .short
        #expect(formatter.localizedString(fromTimeInterval: -7200) == "2 hr. ago")
    }

    @Test("Quantities in the locale's unit")
    func measurements() {
        let temperature = Measurement(value: 20, unit: UnitTemperature.celsius)
        #expect(temperature.formatted(.measurement(width: .abbreviated).locale(english)) == "68°F")
        #expect(temperature.formatted(.measurement(width: .narrow).locale(Locale(identifier: "de_DE"))) == "20°")
        #expect(
            Measurement(value: 1500, unit: UnitLength.meters).formatted(
                .measurement(width: .abbreviated).locale(Locale(identifier: "de_DE"))) == "1,5 km")
        let asGiven = Measurement(value: 5, unit: UnitLength.kilometers).formatted(
            .measurement(width: .wide, usage: .asProvided).locale(english))
        #expect(asGiven == "5 kilometers")
        let formatter = SubdialSwiftUI.MeasurementFormatter()
        formatter.locale = english
        formatter.unitOptions = .providedUnit
        #expect(formatter.string(from: temperature) == "20°C")
    }

    @Test("Lists and names")
    func lists() {
        #expect(inEnglish { ListFormatter.localizedString(byJoining: ["a", "b", "c"]) } == "a, b, and c")
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = ("Ada", "Lovelace")
        #expect(name.formatted() == "Ada Lovelace")
        #expect(name.formatted(.name(style: .abbreviated)) == "AL")
        (name.givenName, name.familyName) = ("太郎", "山田")
        #expect(name.formatted() == "山田太郎")
    }

    @Test("The distance between two dates")
    func components() {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let style = Date._ComponentsFormatStyle.components(style: .wide, fields: [.hour, .minute]).locale(english)
        #expect((start..<start.addingTimeInterval(8580)).formatted(style) == "2 hours, 23 minutes")
    }

    /// The result of code in an English body.
    private func inEnglish<Result>(_ body: () -> Result) -> Result { EnvironmentReader.reading(EnvironmentValues(), ViewPass(), body) }
}
