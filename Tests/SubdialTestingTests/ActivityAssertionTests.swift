import Foundation
import SubdialActivityKit
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@testable import SubdialTesting

private typealias Strategy = SnapshotStrategy<MatchActivity, String>

/// An activity without the family `small`, and without most regions.
private struct PlainActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: MatchAttributes.self) { context in
            Text(context.isStale ? "stale" : context.state.event)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) {
                    Text("a")
                    Text("b")
                }
            } compactLeading: {
                Text("leading")
            } compactTrailing: {
                EmptyView()
            } minimal: {
                EmptyView()
            }
        }
    }
}

private struct OtherAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {}
}

@Suite struct ActivityAssertionTests {
    private let date = ViewSubject.standardDate

    private func said(_ strategy: Strategy, _ activity: Activity<MatchAttributes>) throws -> String {
        try text(
            strategy.asserted(
                subject: .view(
                    try ViewSubject.evaluating { try ViewSubject(widget: MatchActivity(), activity: ActivitySample(activity)) })))
    }

    private func text(_ asserted: AssertedSnapshot) throws -> String {
        let place = AssertionPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: #function, record: nil)
        let level = try #require(asserted.levels.first)
        return try assertion.judge(asserted, references: assertion.references, mode: .never, output: nil) { judge, _ in
            try judge.text(of: try asserted.spec("a"), level: level)
        }
    }

    @Test func everyPresentationOfAMatch() {
        assertSnapshots(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .everyPresentation())
        assertSnapshots(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: [.activity(.lockScreen, .light)])
    }

    @Test func theTreeOfTheLockScreen() {
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.lockScreen)) {
            """
            tree: 2
            background:
              - ZStack center/center
                - Rectangle fill=#FFFFFF/#000000
                - Rectangle fill=green@0.25
            body:
              - VStack center spacing=8 { padding: 16 16 16 16, frame: –…∞×–…∞ center/center, padding: 0 0 0 0 }
                - HStack center
                  - Text "Lions" font=headline primary
                  - Text "L" font=18/bold/rounded white { frame: 36×36 center/center }
                    - background: Circle fill=gradient(0.5,0 → 0.5,1: #FFA35D/#FFA761 0, orange 1)
                  - Spacer
                  - Text "2 – 1" font=34/bold/rounded/monospacedDigit primary
                  - Spacer
                  - Text "H" font=18/bold/rounded white { frame: 36×36 center/center }
                    - background: Circle fill=gradient(0.5,0 → 0.5,1: #4CA0FF/#4EA7FF 0, blue 1)
                  - Text "Harbour" font=headline primary
                - HStack center
                  - Text "Goal: Amara Diallo" font=subheadline secondary
                  - Spacer
                  - Text "67′" font=subheadline/monospacedDigit secondary
            """
        }
    }

    @Test func theTreeOfTheExpandedIsland() {
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.expanded)) {
            """
            tree: 2
            background:
              - Rectangle fill=black { border: green@0.50 1 }
                + border=[ContainerRelativeShape]
            body:
              - DynamicIsland spacing=8 { padding: 18 18 18 18 }
                - leading: HStack center
                  - Text "L" font=18/bold/rounded white { frame: 36×36 center/center }
                    - background: Circle fill=gradient(0.5,0 → 0.5,1: #FFA35D/#FFA761 0, orange 1)
                  - Text "Lions" font=caption primary
                - trailing: HStack center
                  - Text "Harbour" font=caption primary
                  - Text "H" font=18/bold/rounded white { frame: 36×36 center/center }
                    - background: Circle fill=gradient(0.5,0 → 0.5,1: #4CA0FF/#4EA7FF 0, blue 1)
                - center: Text "2 – 1" font=34/bold/rounded/monospacedDigit primary
                - bottom: Text "Goal: Amara Diallo" font=subheadline secondary { frame: –…∞×–…– center/center }
            """
        }
    }

    @Test func theTreesOfTheCompactIsland() {
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.compactLeading)) {
            """
            tree: 2
            background:
              - Rectangle fill=black { border: green@0.50 1 }
                + border=[ContainerRelativeShape]
            body:
              - Text "L" font=12/bold/rounded white { frame: 24×24 center/center, padding: 6 6 6 6 }
                - background: Circle fill=gradient(0.5,0 → 0.5,1: #FFA35D/#FFA761 0, orange 1)
            """
        }
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.compactTrailing)) {
            """
            tree: 2
            background:
              - Rectangle fill=black { border: green@0.50 1 }
                + border=[ContainerRelativeShape]
            body:
              - Text "2–1" font=caption/bold/monospacedDigit primary { padding: 6 6 6 6 }
            """
        }
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.minimal)) {
            """
            tree: 2
            background:
              - Rectangle fill=black { border: green@0.50 1 }
                + border=[ContainerRelativeShape]
            body:
              - Text "67′" font=caption2 primary { padding: 0 0 0 0 }
            """
        }
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.island)) {
            """
            tree: 2
            background:
              - Rectangle fill=black { border: green@0.50 1 }
                + border=[ContainerRelativeShape]
            body:
              - HStack center spacing=0 { layoutDirection: leftToRight, padding: 0 0 0 0 }
                - Text "L" font=12/bold/rounded white { frame: 24×24 center/center, padding: 6 6 6 6, frame: 52.33×36.67 center/center }
                  - background: Circle fill=gradient(0.5,0 → 0.5,1: #FFA35D/#FFA761 0, orange 1)
                - Circle fill=#16181D { frame: 10.5×10.5 center/center, padding: 0 0 0 13, frame: 125.34×36.67 trailing/center }
                  - overlay: Circle fill=#0B1530 { frame: 5.25×5.25 center/center }
                - Text "2–1" font=caption/bold/monospacedDigit primary { padding: 6 6 6 6, frame: 52.33×36.67 center/center }
            """
        }
    }

    @Test func theTreesOfAWatchAndACar() {
        assertInlineSnapshot(of: MatchActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.smartStack)) {
            """
            tree: 2
            background:
              - ZStack center/center
                - Rectangle fill=black
                - Rectangle fill=green@0.25
            body:
              - HStack center { frame: –…∞×–…∞ center/center, padding: 9 9 9 9 }
                - Text "L" font=14/bold/rounded white { frame: 28×28 center/center }
                  - background: Circle fill=gradient(0.5,0 → 0.5,1: #FFA35D/#FFA761 0, orange 1)
                - Spacer
                - Text "2 – 1" font=title3/bold/monospacedDigit primary
                - Spacer
                - Text "H" font=14/bold/rounded white { frame: 28×28 center/center }
                  - background: Circle fill=gradient(0.5,0 → 0.5,1: #4CA0FF/#4EA7FF 0, blue 1)
            """
        }
        assertInlineSnapshot(of: PlainActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.carPlay)) {
            """
            tree: 2
            background: #FFFFFF/#000000
            body:
              - HStack center spacing=8 { padding: 9 9 9 9 }
                - Text "leading" font=body primary
                - Spacer
            """
        }
    }

    @Test func absentRegionsAndEmptyViews() {
        assertInlineSnapshot(of: PlainActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.expanded)) {
            """
            tree: 2
            background: black
            body:
              - DynamicIsland spacing=8 { padding: 18 18 18 18 }
                - bottom: VStack center { frame: –…∞×–…– center/center }
                  - Text "a" font=body primary
                  - Text "b" font=body primary
            """
        }
        assertInlineSnapshot(of: PlainActivity(), attributes: MatchAttributes.sample, state: .goal, as: .tree(.minimal)) {
            """
            tree: 2
            background: black
            body:
              - ZStack center/center { padding: 0 0 0 0 }
            """
        }
        assertInlineSnapshot(of: PlainActivity(), attributes: MatchAttributes.sample, state: .goal, isStale: true, as: .tree(.lockScreen)) {
            """
            tree: 2
            background: #FFFFFF/#000000
            body:
              - Text "stale" font=body primary { frame: –…∞×–…∞ center/center, padding: 0 0 0 0 }
            """
        }
    }

    /// A test draws an activity between the steps of its life.
    @Test func aLife() async throws {
        let activity = try Activity.request(
            attributes: MatchAttributes.sample, content: ActivityContent(state: .init(), staleDate: date.addingTimeInterval(60)))
        #expect(try said(.tree(.lockScreen), activity).contains("Kick-off"))
        #expect(try said(.tree(.lockScreen).after(seconds: 59), activity).contains("Kick-off"))
        #expect(try said(.tree(.lockScreen).after(seconds: 60), activity).contains("Waiting for news"))
        await activity.update(ActivityContent(state: .goal, staleDate: nil))
        #expect(try said(.tree(.lockScreen).after(seconds: 60), activity).contains("Goal: Amara Diallo"))
        #expect(try said(.tree(.minimal), activity).contains("67"))
        await activity.end(nil, dismissalPolicy: .after(date.addingTimeInterval(600)))
        #expect(try said(.tree(.lockScreen), activity).contains("Goal: Amara Diallo"))
        let ended = #expect(throws: (any Error).self) { try said(.tree(.minimal), activity) }
        #expect("\(ended.map { "\($0)" } ?? "")".contains("the Dynamic Island does not show it"))
        let dismissed = #expect(throws: (any Error).self) { try said(.tree(.lockScreen).after(seconds: 600), activity) }
        #expect("\(dismissed.map { "\($0)" } ?? "")".contains("nothing shows it"))
    }

    @Test func aScheduledActivityIsNotShownBeforeItsStart() throws {
        let activity = try Activity.request(
            attributes: MatchAttributes.sample, content: ActivityContent(state: .goal, staleDate: nil), style: .standard,
            alertConfiguration: AlertConfiguration(title: "a", body: "b", sound: .default), start: date.addingTimeInterval(60))
        let error = #expect(throws: (any Error).self) { try said(.tree(.lockScreen), activity) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("has not started"))
        #expect(try said(.tree(.lockScreen).after(seconds: 60), activity).contains("Goal"))
    }

    @Test func theNameOfAnActivityHasNoFamily() {
        #expect(SnapshotStrategy<MatchActivity, SnapshotFiles>.activity(.lockScreen, .light).names == ["light", "lockScreen"])
        #expect(Strategy.tree(.expanded, device: .iphone15).names == ["iphone-15", "dark", "expanded"])
    }

    @Test func whatCannotBeDrawnIsAnError() throws {
        let subject = try ViewSubject.evaluating {
            try ViewSubject(widget: MatchActivity(), activity: try ActivitySample(MatchAttributes.sample, .goal))
        }
        let family = #expect(throws: (any Error).self) {
            try text(Strategy.tree(WidgetFamily.systemSmall).asserted(subject: .view(subject)))
        }
        #expect("\(family.map { "\($0)" } ?? "")".contains("it supports lockScreen"))
        let alone = #expect(throws: (any Error).self) { try ViewSubject.evaluating { try ViewSubject(widget: MatchActivity()) } }
        #expect("\(alone.map { "\($0)" } ?? "")".contains("is a live activity"))
        let other = #expect(throws: (any Error).self) {
            try ViewSubject.evaluating { try ViewSubject(widget: MatchActivity(), activity: ActivitySample(OtherAttributes(), .init())) }
        }
        #expect("\(other.map { "\($0)" } ?? "")".contains("OtherAttributes"))
    }
}
