import Foundation
import Testing

@testable import SubdialEngine

@Suite struct ServerCrashNoteTests {
    @Test(arguments: [
        0, 1, 951_782_399, 951_782_400, 951_868_800, 1_767_903_304, 1_709_164_799, 4_107_542_399, 4_107_542_400, 253_402_300_799,
    ])
    func theDateIsTheCalendars(_ seconds: Int) {
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: CrashDate.length + 3)
        defer { line.deallocate() }
        #expect(CrashDate(seconds: seconds).copy(to: line, at: 3) == CrashDate.length + 3)
        let text = String(decoding: UnsafeBufferPointer(start: line + 3, count: CrashDate.length), as: UTF8.self)
        #expect(text == Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
    }

    @Test func dayByDayItIsTheCalendarsToo() {
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: CrashDate.length)
        defer { line.deallocate() }
        for day in stride(from: 0, to: 365 * 180, by: 1) {
            let seconds = day * 86_400 + day % 86_400
            _ = CrashDate(seconds: seconds).copy(to: line, at: 0)
            let text = String(decoding: UnsafeBufferPointer(start: line, count: CrashDate.length), as: UTF8.self)
            guard text == Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) else {
                Issue.record("\(seconds): \(text)")
                return
            }
        }
    }

    @Test(arguments: [-1, Int.min, 253_402_300_800, Int.max])
    func aDateThatIsNoneIsTheNearest(_ seconds: Int) {
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: CrashDate.length)
        defer { line.deallocate() }
        _ = CrashDate(seconds: seconds).copy(to: line, at: 0)
        let text = String(decoding: UnsafeBufferPointer(start: line, count: CrashDate.length), as: UTF8.self)
        #expect(text == (seconds < 0 ? "1970-01-01T00:00:00Z" : "9999-12-31T23:59:59Z"))
    }
}
