import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

/// Tests of a day in two rooms: a table of updates, and a golden text of the resulting events.
@Suite struct ActivityDayTests {
    /// A line is a time, a room and its update; all rooms are advanced with each.
    private static let day = """
        06:58 kitchen stopped
        07:00 kitchen plays News
        07:12 kitchen plays News
        07:15 kitchen volume 30
        07:30 kitchen loads Weather
        07:30:04 kitchen plays Weather
        07:40 kitchen plays Weather
        07:45 den plays Aria
        07:45:03 kitchen plays Traffic
        07:50 kitchen pauses
        07:57 den plays Aria
        07:58:01 kitchen stopped
        08:10 den goes offline
        08:40 den plays Aria
        08:40:30 den seeks 200
        08:41 den stopped
        08:41:06 den loads Sarabande
        08:41:09 den plays Sarabande
        08:50 den wiped
        08:55 den plays Gigue
        09:00 den pauses
        09:01 den plays Gigue
        09:02 den stopped
        12:00 kitchen plays Radio
        12:15 kitchen plays Radio
        12:30 kitchen is missing
        12:36 kitchen plays Radio
        12:36:01 kitchen is missing
        13:00 den plays Allemande
        11:00:05 den plays Allemande
        11:00:10 den plays Courante
        13:00:01 den plays Courante
        13:20 nothing answers
        22:30 den plays Courante
        """

    private static let events = """
        07:00:00 requested kitchen@07:00
        07:12:00 refreshed kitchen@07:00
        07:15:00 updated kitchen@07:00
        07:30:00 refreshed kitchen@07:00
        07:30:04 updated kitchen@07:00
        07:30:04 alerted kitchen@07:00
        07:45:00 requested den@07:45
        07:45:03 updated kitchen@07:00
        07:45:03 alerted kitchen@07:00
        07:50:00 updated kitchen@07:00
        07:57:00 refreshed den@07:45
        07:58:00 ended (idle) kitchen@07:00
        08:10:00 stale den@07:45
        08:13:00 dismissed (policy) kitchen@07:00
        08:40:00 refreshed den@07:45
        08:40:30 updated den@07:45
        08:41:00 updated den@07:45
        08:41:09 updated den@07:45
        08:41:09 alerted den@07:45
        08:50:00 dismissed (user) den@07:45
        09:01:00 requested den@09:01
        09:02:00 updated den@09:01
        09:02:10 ended (stopped) den@09:01
        09:17:10 dismissed (policy) den@09:01
        12:00:00 requested kitchen@12:00
        12:15:00 refreshed kitchen@12:00
        12:30:00 stale kitchen@12:00
        12:36:00 refreshed kitchen@12:00
        12:36:01 stale kitchen@12:00
        12:44:01 ended (idle) kitchen@12:00
        12:59:01 dismissed (policy) kitchen@12:00
        13:00:00 requested den@13:00
        13:00:00 updated den@13:00
        13:00:00 alerted den@13:00
        13:00:01 updated den@13:00
        13:20:00 stale den@13:00
        13:28:00 ended (idle) den@13:00
        13:43:00 dismissed (policy) den@13:00
        22:30:00 requested den@22:30
        22:50:00 stale den@22:30
        06:30:00 ended (time-limit) den@22:30
        10:30:00 dismissed (policy) den@22:30
        """

    @Test func givesTheSameTextEveryTime() throws {
        var day = ActivityDay()
        for line in Self.day.split(separator: "\n") { try day.take(line) }
        day.pass()
        #expect(day.text == Self.events)
    }

    /// The result is the same for late and immediate processing, and with and without restarts of the engine.
    @Test(arguments: [true, false])
    func restartsAndWakesMakeNoDifference(_ wakes: Bool) throws {
        var day = ActivityDay()
        day.restarts = true
        day.wakes = wakes
        for line in Self.day.split(separator: "\n") { try day.take(line) }
        day.pass()
        #expect(day.text == Self.events)
    }
}
