import Foundation
import SubdialLayout
import Testing

@testable import SubdialSwiftUI

@Suite("Texts that change with the time")
struct LiveTextTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func output(_ text: Text, locale: String = "en_US") -> (content: TextContent, next: Double?) {
        var environment = EnvironmentValues()
        environment.now = now
        environment.locale = Locale(identifier: locale)
        let pass = ViewPass()
        let content = text.content(in: _ViewContext(environment, pass: pass))
        return (content, pass.nextChange.map { $0 - now.timeIntervalSince1970 })
    }

    // Apple's examples of Text.DateStyle: 15:00 and 36:59:01 for a timer, 11 min, 14 sec for a relative date.
    @Test(
        "Date styles",
        arguments: [
            (900.0, Text.DateStyle.timer, "15:00", 1.0), (133_141, .timer, "36:59:01", 1), (-5, .timer, "0:05", 1),
            (0.5, .timer, "0:01", 0.5),
            (674, .relative, "11 min, 14 sec", 1), (-8580, .relative, "2 hr, 23 min", 60), (7199, .relative, "1 hr, 59 min", 60),
            (86_400, .relative, "1 day", 1), (-7300, .offset, "+2 hours", 3500), (660, .offset, "\u{2212}11 minutes", 1),
            (659, .offset, "\u{2212}10 minutes", 60),
        ])
    func styles(distance: Double, style: Text.DateStyle, words: String, next: Double) throws {
        let output = output(Text(now.addingTimeInterval(distance), style: style))
        #expect(output.content.text == words)
        #expect(try abs(#require(output.next) - next) < 1e-6)
        #expect(output.content.fillsWidth)
        #expect(output.content.widest != nil)
    }

    @Test("Dates and times follow locale and time zone and do not change")
    func dates() {
        let date = output(Text(now, style: .date))
        #expect(date.content.text == "November 14, 2023")
        #expect(date.next == nil)
        #expect(output(Text(now, style: .time)).content.text == "10:13\u{202F}PM")
        #expect(output(Text(now, style: .date), locale: "de_DE").content.text == "14. November 2023")
        #expect(output(Text(now, format: .dateTime.hour().minute())).content.text == "10:13\u{202F}PM")
        let range = output(Text(now...now.addingTimeInterval(3600))).content.text
        #expect(range.contains("–") && range.contains("10:13") && range.contains("11:13"))
    }

    @Test(
        "A timer has the digits and separators of its language, as Foundation has them",
        arguments: ["en", "de", "fi", "da", "ar-EG", "fa", "hi", "mr", "ja"])
    func timerLanguages(_ language: String) {
        let locale = Locale(identifier: language)
        for (seconds, pattern) in [
            (65, Duration.TimeFormatStyle.Pattern.minuteSecond(padMinuteToLength: 1)), (37_284, .hourMinuteSecond(padHourToLength: 1)),
        ] {
            #expect(
                LiveText.timer(Double(seconds), locale: locale)
                    == Duration.seconds(seconds).formatted(.time(pattern: pattern).locale(locale)))
        }
    }

    @Test("A timer between two dates ends with 0:00 and stops")
    func interval() {
        let range = now.addingTimeInterval(-300)...now.addingTimeInterval(300)
        #expect(output(Text(timerInterval: range)).content.text == "5:00")
        #expect(output(Text(timerInterval: range)).next == 1)
        #expect(output(Text(timerInterval: range)).content.widest == "00:00")
        #expect(output(Text(timerInterval: range, countsDown: false)).content.text == "5:00")
        let over = now.addingTimeInterval(-9)...now.addingTimeInterval(-3)
        #expect(output(Text(timerInterval: over)).content.text == "0:00")
        #expect(output(Text(timerInterval: over)).next == nil)
        #expect(output(Text(timerInterval: over, countsDown: false)).content.text == "0:06")
        let long = now...now.addingTimeInterval(5400)
        #expect(output(Text(timerInterval: long)).content.text == "1:30:00")
        #expect(output(Text(timerInterval: long, showsHours: false)).content.text == "90:00")
        #expect(output(Text(timerInterval: long, pauseTime: now.addingTimeInterval(60))).content.text == "1:29:00")
        #expect(output(Text(timerInterval: long, pauseTime: now.addingTimeInterval(60))).next == nil)
    }

    // Apple on Date.RelativeFormatStyle: the words tell the distance from now, which is the picture's.
    @Test("A relative format counts from the moment of the picture, in its language")
    func relativeFormat() {
        let past = now.addingTimeInterval(-7200)
        #expect(output(Text(past, format: .relative(presentation: .numeric))).content.text == "2 hours ago")
        #expect(output(Text(past, format: .relative(presentation: .numeric)), locale: "de").content.text == "vor 2 Stunden")
        #expect(output(Text("\(past, format: .relative(presentation: .numeric))")).content.text == "2 hours ago")
        let own = Date.RelativeFormatStyle(presentation: .numeric, locale: Locale(identifier: "fr"))
        #expect(output(Text(past, format: own)).content.text == "il y a 2 heures")
    }

    @Test("A distance that no calendar has is written all the same")
    func endlessDistance() {
        let far = Date(timeIntervalSinceReferenceDate: 1e300)
        #expect(!output(Text(.durationOffset(to: far), format: .time(pattern: .hourMinuteSecond))).content.text.isEmpty)
        #expect(!output(Text(far, style: .timer)).content.text.isEmpty)
        #expect(!output(Text(timerInterval: now...far)).content.text.isEmpty)
    }

    // Two dates of `Date()...Date().addingTimeInterval(60)` are taken one after the other.
    @Test("A moment more than whole seconds is not a second more", arguments: [0.0, 0.000_002, 0.000_9])
    func moment(more: Double) throws {
        let end = now.addingTimeInterval(60 + more)
        #expect(output(Text(timerInterval: now...end)).content.text == "1:00")
        #expect(output(Text(end, style: .timer)).content.text == "1:00")
        #expect(output(Text(end, style: .relative)).content.text == "1 min")
        #expect(output(Text(.currentDate, format: .timer(countingDownIn: now..<end))).content.text == "1:00")
        #expect(try abs(#require(output(Text(timerInterval: now...end)).next) - 1) < 0.001)
        #expect(output(Text(now.addingTimeInterval(more), style: .timer)).content.text == "0:00")
    }

    @Test("System styles of the current date")
    func system() {
        let timer = output(Text(.currentDate, format: .timer(countingDownIn: now..<now.addingTimeInterval(90))))
        #expect(timer.content.text == "1:30")
        #expect(timer.next == 1)
        #expect(output(Text(.currentDate, format: .offset(to: now.addingTimeInterval(-3661)))).content.text == "1 hour, 1 minute")
        #expect(output(Text(.currentDate, format: .stopwatch(startingAt: now.addingTimeInterval(-61.5)))).content.text == "01:01.50")
    }
}
