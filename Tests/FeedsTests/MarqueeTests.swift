import SubdialBasics
import SubdialExpressions
import SubdialFeeds
import SubdialTestSupport
import Testing

@Suite struct MarqueeTests {
    @Test(
        arguments: [
            (0.0, "So Wha"), (1.99, "So Wha"), (2, "o What"), (2.24, "o What"), (2.25, " What?"), (2.5, "What? "), (2.75, "hat?  "),
            (3, "at?   "), (3.25, "t?   S"), (3.5, "?   So"), (3.75, "   So "),
            (4.25, " So Wh"), (4.5, "So Wha"), (6.49, "So Wha"), (6.5, "o What"),
        ] as [(Double, String)])
    func moves(seconds: Double, _ expected: String) {
        #expect(Marquee("So What?", width: 6).frame(at: seconds) == expected)
    }

    @Test(arguments: [
        (0.0, "日本"), (2, " 本 "), (2.25, "本語"), (2.5, " 語 "), (2.75, "語  "), (3, "    "), (3.25, "    "), (3.5, "  日"),
        (3.75, " 日 "),
    ])
    func aCutCharacterIsASpace(seconds: Double, _ expected: String) {
        #expect(Marquee("日本語", width: 4).frame(at: seconds) == expected)
    }

    @Test(arguments: ["So", "So What", "日本語é", ""])
    func whatFitsStandsStill(_ text: String) {
        let marquee = Marquee(text, width: 8)
        for seconds in [0, 1, 5, 1000.0] { #expect(marquee.frame(at: seconds) == text.padded(columns: 8)) }
        #expect(marquee.nextStep(after: 0) == nil)
    }

    @Test(arguments: 0..<40)
    func everyFrameIsAsWideAsTheOthersAndLastsUntilTheNext(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let pieces = [
            "So ", "What", "日本", "語", "é", "e\u{301}", "👨‍👩‍👧", "👩🏽‍🎤", "🇩🇪", "🇩", "שלום", "مرحبا ", "한", "ｱ", "\u{200B}", "\u{301}", "❤️", "1️⃣",
            "हिन्दी", "สวัสดี", "\u{FE0F}",
        ]
        for _ in 0..<20 {
            let text = (0..<Int.random(in: 1..<14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let width = Int.random(in: 1...24, using: &random)
            let marquee = Marquee(text, width: width)
            var now = 0.0
            for _ in 0..<80 {
                let frame = marquee.frame(at: now)
                #expect(frame.displayWidth == width, "\(text.debugDescription) at \(now): \(frame.debugDescription)")
                guard let next = marquee.nextStep(after: now) else { break }
                #expect(next - now >= 0.25 - 1e-5)
                for part in [0.01, 0.5, 0.99] { #expect(marquee.frame(at: now + (next - now) * part) == frame) }
                now = next
            }
        }
    }

    /// A window as wide as each of forty, at every step of a round: the columns are exact, and each character is one of the text.
    @Test(arguments: 1...40) func everyStepHasExactlyTheColumnsAndWholeCharacters(width: Int) throws {
        for text in HardTexts.all.map({ $0.cleaned() }) {
            let marquee = Marquee(text, width: width)
            let characters = Set("\(text)   ")
            var (now, steps) = (0.0, 0)
            repeat {
                let frame = marquee.frame(at: now)
                #expect(frame.displayWidth == width, "\(text.debugDescription) at \(now): \(frame.debugDescription)")
                // A sign without a letter at the start of the text is shown on none.
                #expect(frame.allSatisfy { characters.contains($0) }, "\(text.debugDescription) at \(now): \(frame.debugDescription)")
                steps += 1
                guard let next = marquee.nextStep(after: now) else { break }
                now = next
            } while marquee.frame(at: now) != marquee.frame(at: 0)
            #expect(steps == 1 || steps > 1 && text.displayWidth > width)
        }
    }

    @Test(arguments: [
        (0.0, "क्षिक"), (2, "  कa"), (2.25, " कa "), (2.5, "कa  "), (2.75, "a   "),
    ])
    func aCharacterOfSeveralColumnsIsShownWhole(seconds: Double, _ expected: String) {
        // The first character has three columns: two letters and a vowel.
        #expect(Marquee("क्षिकa", width: 4).frame(at: seconds) == expected)
    }

    @Test func restsAtItsStartAndComesRound() throws {
        // 8 columns and a gap of 3: 2 s of rest and ten steps of a quarter of a second.
        let marquee = Marquee("So What?", width: 6)
        #expect(marquee.nextStep(after: 0) == 2)
        #expect(marquee.nextStep(after: 1.5) == 2)
        #expect(marquee.nextStep(after: 2) == 2.25)
        #expect(marquee.nextStep(after: 4.25) == 4.5)
        #expect(marquee.nextStep(after: 4.4) == 4.5)
        #expect(marquee.nextStep(after: 4.5) == 6.5)
        #expect(marquee.frame(at: 4.5) == "So Wha")
        #expect(marquee.frame(at: 4.5 * 1000) == "So Wha")
        #expect(marquee.nextStep(after: 4.5 * 1000) == 4502)
        #expect(marquee.frame(at: -3) == "So Wha")
    }
}
