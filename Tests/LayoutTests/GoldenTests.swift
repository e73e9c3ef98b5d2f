import SubdialLayout
import Testing

/// Tests of whole trees as text: names, frames and drawn content.
@Suite struct GoldenTests {
    @Test func rowOfCoverAndTexts() {
        let row = hstack(
            artwork.ratio(1).with(.clip(.roundedRectangle(.concentric))).named("cover"),
            vstack(
                text("Blue in Green", size: 16, lineLimit: 2, minimumScaleFactor: 0.5),
                text("Miles Davis", size: 12, lineLimit: 1),
                spacer(),
                hstack(progress(.linear), symbol(12).with(.intent("playPause")), spacing: 4),
                alignment: .leading, spacing: 2
            ).width(max: infinity, Alignment(.leading, .center)),
            spacing: 12
        ).padding(16)
        let expected = """
            padding (0.00 0.00 300.00 140.00)
              HStack (16.00 16.00 268.00 108.00)
                clip #cover (16.00 16.00 108.00 108.00)
                  aspectRatio #cover (16.00 16.00 108.00 108.00)
                    Image #cover (16.00 16.00 108.00 108.00) artwork
                frame (136.00 16.00 148.00 108.00)
                  VStack (136.00 16.00 148.00 108.00)
                    Text (136.00 16.00 104.00 16.00) "Blue in Green"
                    Text (136.00 34.00 66.00 12.00) "Miles Davis"
                    Spacer (136.00 48.00 0.00 62.00)
                    HStack (136.00 112.00 148.00 12.00)
                      Progress (136.00 116.00 132.00 4.00) linear 0.25
                      intent (272.00 112.00 12.00 12.00) playPause
                        Image (272.00 112.00 12.00 12.00) star

            """
        #expect(engine().layOut(row, in: Size(300, 140)).text == expected)
    }

    @Test func everyKindOfText() {
        let column = vstack(
            text("abcdefghij", lineLimit: 1), text("abcdefghij"), text("abcdefghij", lineLimit: 1, minimumScaleFactor: 0.5), divider,
            spacing: 0)
        let expected = """
            VStack (0.00 9.00 60.00 72.50)
              Text (0.00 9.00 60.00 20.00) "abcdefghij" truncated
              Text (0.00 29.00 60.00 40.00) "abcdefghij" lines=2
              Text (0.00 69.00 60.00 12.00) "abcdefghij" scale=0.60
              Divider (0.00 81.00 60.00 0.50)

            """
        #expect(engine().layOut(column, in: Size(60, 90.5)).text == expected)
    }

    @Test func ringWithLayers() {
        let ring = progress(.circular).overlay(symbol(10).with(.opacity(0.5))).background(
            Node(.shape(ShapeContent(.circle, .color(.primary))))
        )
        .frame(40, 40).with(.accented)
        let expected = """
            accented (-5.00 5.00 40.00 40.00)
              frame (-5.00 5.00 40.00 40.00)
                background (-5.00 5.00 40.00 40.00)
                  Circle (-5.00 5.00 40.00 40.00)
                  overlay (-5.00 5.00 40.00 40.00)
                    Progress (-5.00 5.00 40.00 40.00) circular 0.25
                    opacity (10.00 20.00 10.00 10.00) 0.50
                      Image (10.00 20.00 10.00 10.00) star

            """
        #expect(engine().layOut(ring, in: Size(30, 50)).text == expected)
    }

    @Test func choiceInAStack() {
        let tree = zstack(
            viewThatFits([.horizontal], hstack(text("abcdef"), text("ghi")), text("abcdef")), filler.ratio(2, .fill),
            alignment: .topLeading)
        let expected = """
            ZStack (-35.00 0.00 160.00 80.00)
              ViewThatFits (-35.00 0.00 60.00 20.00)
                Text (-35.00 0.00 60.00 20.00) "abcdef"
              aspectRatio (-35.00 0.00 160.00 80.00)
                Rectangle (-35.00 0.00 160.00 80.00)

            """
        #expect(engine().layOut(tree, in: Size(90, 80)).text == expected)
    }
}
