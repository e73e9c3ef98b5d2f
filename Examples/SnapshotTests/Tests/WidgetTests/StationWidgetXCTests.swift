import Foundation
import SubdialTesting
import XCTest

@testable import RadioWidget

/// The same widget in XCTest.
final class StationWidgetXCTests: XCTestCase {
    func testLooksAsItDid() {
        let entry = StationEntry(
            date: Date(timeIntervalSince1970: 1_767_260_460), station: "Radio Paradise", song: "Naima", artist: "John Coltrane",
            frequency: 98.6)
        assertSnapshot(of: StationView(entry: entry), as: .widget(.systemSmall, .light))
    }
}
