import Foundation
import SubdialTesting
import SwiftUI
import Testing
import WidgetKit

@testable import RadioWidget

/// A widget in SwiftUI: its source is that of the app.
@Suite struct StationWidgetTests {
    private let entry = StationEntry(
        date: Date(timeIntervalSince1970: 1_767_260_460), station: "Radio Paradise", song: "So What", artist: "Miles Davis", frequency: 98.6
    )

    @Test func circle() {
        assertSnapshot(of: StationWidget(), entry: entry, as: .widget(.accessoryCircular))
    }

    /// The widget is evaluated once for light and dark, because it does not ask for the colour scheme.
    @Test func looks() {
        assertSnapshots(
            of: StationWidget(), entry: entry,
            as: [
                .widget(.systemSmall, .light), .widget(.systemSmall, .dark), .widget(.systemSmall, .light).typeSize(.accessibility1),
                .widget(.systemSmall, .light).direction(.rightToLeft), .widget(.systemSmall, .light).redacted(.placeholder),
            ])
    }

    /// Any view can be asserted alone.
    @Test func view() {
        assertInlineSnapshot(of: Text(entry.song).font(.headline), as: .tree(.systemSmall)) {
            """
            tree: 2
            background: background
            body:
              - Text "So What" font=headline primary { padding: 16 16 16 16 }
            """
        }
    }

    /// The provider is asked; its entries follow each other as the source says, whatever the clock shows.
    @Test func timeline() {
        assertInlineSnapshot(of: StationWidget(), as: .timeline(.systemSmall)) {
            """
            begins: now
            +0s
              next change: +5min
              artist: "Miles Davis"
              frequency: 98.6
              kind: "Station"
              song: "So What"
              station: "Radio Paradise"
            +5min
              next change: +10min
              artist: "John Coltrane"
              song: "Naima"
            +10min
              next change: never
              artist: "Bill Evans"
              song: "Blue in Green"
            reload: +10min
            """
        }
    }
}
