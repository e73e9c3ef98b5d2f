import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityPresentationTests {
    private static func text(_ range: ClosedRange<Double>) -> String {
        range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
    }

    @Test func sizesAreThoseOfTheGuidelines() {
        let table = ActivityScreen.allCases.map { screen in
            let sizes = ActivityPresentation.allCases.compactMap { presentation in
                presentation.extent(on: screen).map { "\(presentation.rawValue) \(Self.text($0.widths)) x \(Self.text($0.heights))" }
            }
            return "\(screen.rawValue): " + sizes.joined(separator: ", ")
        }
        #expect(
            table.joined(separator: "\n") == """
                phone: lockScreen 371.0 x 84.0...160.0, compactLeading 52.33 x 36.67, compactTrailing 52.33 x 36.67, \
                minimal 36.67...45.0 x 36.67, expanded 371.0 x 84.0...160.0, island 230.0 x 36.67
                phoneLarge: lockScreen 408.0 x 84.0...160.0, compactLeading 62.33 x 36.67, compactTrailing 62.33 x 36.67, \
                minimal 36.67...45.0 x 36.67, expanded 408.0 x 84.0...160.0, island 250.0 x 36.67
                pad: lockScreen 425.0 x 84.0...160.0
                padLarge: lockScreen 500.0 x 84.0...160.0
                watch40: smartStack 152.0 x 69.5
                watch41: smartStack 165.0 x 72.5
                watch44: smartStack 173.0 x 76.5
                watch45: smartStack 184.0 x 80.5
                watch49: smartStack 191.0 x 81.5
                carNarrow: carPlay 170.0 x 78.0
                carWide: carPlay 240.0 x 78.0
                carTall: carPlay 240.0 x 100.0
                """)
    }

    @Test(
        arguments: [
            (83, 84, "the content is 83 pt high, and 84 pt is the least: 1 pt stay empty"), (84, 84, nil), (85, 85, nil), (159, 159, nil),
            (160, 160, nil),
            (
                160.25, 160,
                "the content is 160.25 pt high, and 160 pt is all there is: the lowest 0.25 pt are cut off; leave out a line, or make the picture smaller"
            ),
            (
                161, 160,
                "the content is 161 pt high, and 160 pt is all there is: the lowest 1 pt are cut off; leave out a line, or make the picture smaller"
            ),
            (-5, 84, "the content is -5 pt high, and 84 pt is the least: 89 pt stay empty"),
            (
                .infinity, 160,
                "the content is infinitely many pt high, and 160 pt is all there is: the lowest infinitely many pt are cut off; leave out a line, or make the picture smaller"
            ),
            (.nan, 84, "the content's height is not a number: it gets 84 pt; give its frame a height"),
        ] as [(Double, Double, String?)])
    func heightsAreBroughtIntoTheirRange(_ wanted: Double, _ points: Double, _ diagnostic: String?) throws {
        for presentation in [ActivityPresentation.lockScreen, .expanded] {
            let height = try #require(presentation.height(of: wanted, on: .phone))
            #expect(height.points == points)
            #expect(height.diagnostic?.description == diagnostic)
        }
    }

    @Test func whatHasOneHeightGetsIt() {
        #expect(ActivityPresentation.minimal.height(of: 40, on: .phone)?.points == 36.67)
        #expect(ActivityPresentation.minimal.height(of: 36.67, on: .phone)?.diagnostic == nil)
        #expect(ActivityPresentation.minimal.height(of: 40, on: .watch41) == nil)
        #expect(ActivityPresentation.lockScreen.contentMargin == 14 && ActivityPresentation.minimal.contentMargin == nil)
    }
}
