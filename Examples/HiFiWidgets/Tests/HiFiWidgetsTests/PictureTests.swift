import SubdialTesting
import SwiftUI
import Testing
import WidgetKit

@testable import HiFiWidgets

/// What the extension shows, as pictures with their trees.
@Suite struct PictureTests {
    static let date = Date(timeIntervalSince1970: 1_767_260_460)

    @Test func previews() async { await assertPreviews() }

    @Test func widgets() async { await assertWidgets([.light, .dark]) }

    /// Every family at the ends of the type sizes, with names that have no space.
    @Test(
        arguments: [WidgetFamily.systemSmall, .systemMedium, .systemLarge], [DynamicTypeSize.xxxLarge, .accessibility1, .accessibility5])
    func typeSizes(_ family: WidgetFamily, _ size: DynamicTypeSize) {
        assertSnapshot(
            of: NowPlayingWidget(), entry: NowPlayingEntry.sample(at: Self.date, .longSample(at: Self.date)),
            as: .widget(family, .dark).typeSize(size))
    }

    @Test(arguments: [WidgetFamily.systemSmall, .systemMedium, .systemLarge])
    func homeScreen(_ family: WidgetFamily) {
        assertSnapshots(
            of: NowPlayingWidget(), entry: NowPlayingEntry.sample(at: Self.date),
            as: [
                .widget(family, .dark).mode(.accented),
                .widget(family, .dark).redacted(.privacy),
                .widget(family, .dark).redacted(.placeholder),
                .widget(family, .dark).hidesBackground(),
                .widget(family, .dark).direction(.rightToLeft),
            ])
    }

    @Test(arguments: [WidgetFamily.accessoryCircular, .accessoryRectangular, .accessoryInline, .accessoryCorner])
    func accessories(_ family: WidgetFamily) {
        assertSnapshots(
            of: NowPlayingWidget(), entry: NowPlayingEntry.sample(at: Self.date),
            as: [
                .widget(family, .dark).mode(.vibrant),
                .widget(family, .dark).mode(.accented),
                .widget(family, .dark).reducedLuminance(),
                .widget(family, .dark).redacted(.privacy),
            ])
    }

    /// A state's words, in each language of the catalog.
    @Test(arguments: ["en", "de", "fr"])
    func languages(_ language: String) {
        assertSnapshot(
            of: NowPlayingWidget(), entry: NowPlayingEntry.sample(at: Self.date, content: .unreachable(last: .sample(at: Self.date))),
            as: .widget(.systemSmall, .light).language(language))
    }
}
