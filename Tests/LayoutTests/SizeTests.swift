import SubdialLayout
import Testing

/// A view and its expected size for a proposal.
struct SizeCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let node: Node
    let offer: ProposedSize
    let size: Size

    init(_ rule: String, _ node: Node, _ width: Double?, _ height: Double?, _ takenWidth: Double, _ takenHeight: Double) {
        self.rule = rule
        self.node = node
        offer = ProposedSize(width, height)
        size = Size(takenWidth, takenHeight)
    }

    var testDescription: String {
        "\(rule): \(Self.text(offer.width)) × \(Self.text(offer.height))"
    }

    private static func text(_ length: Double?) -> String { length.map { "\($0)" } ?? "nil" }
}

@Suite struct SizeTests {
    @Test(arguments: elements + texts + stacks) func ofElements(_ row: SizeCase) { check(row) }

    @Test(arguments: padding + frames + limits + ideals) func ofRoom(_ row: SizeCase) { check(row) }

    @Test(arguments: fixedSizes + ratios + layers + effects) func ofModifiers(_ row: SizeCase) { check(row) }

    private func check(_ row: SizeCase) {
        #expect(engine().size(of: row.node, in: row.offer) == row.size, "\(row.rule)")
    }

    static let elements: [SizeCase] = [
        SizeCase("a symbol has a size of its own", symbol(), nil, nil, 20, 20),
        SizeCase("a symbol has a size of its own", symbol(), 0, 0, 20, 20),
        SizeCase("a symbol has a size of its own", symbol(32), infinity, 7, 32, 32),
        SizeCase("artwork fills", artwork, 30, 40, 30, 40),
        SizeCase("artwork fills", artwork, nil, 40, 10, 40),
        SizeCase("artwork fills", artwork, 0, infinity, 0, infinity),
        SizeCase("a shape fills", filler, 30, 40, 30, 40),
        SizeCase("a shape fills", filler, nil, nil, 10, 10),
        SizeCase("a shape fills", filler, nil, 0, 10, 0),
        SizeCase("a shape fills", filler, infinity, 0, infinity, 0),
        SizeCase("nothing is smaller than nothing", filler, -5, -1, 0, 0),
        SizeCase("a bar has its own thickness", progress(.linear), 100, 100, 100, 4),
        SizeCase("a bar has its own thickness", progress(.linear), nil, 0, 10, 4),
        SizeCase("a bar has its own thickness", progress(.linear), infinity, infinity, infinity, 4),
        SizeCase("a ring fills", progress(.circular), 30, 40, 30, 40),
        SizeCase("a gauge fills", progress(.gauge), nil, 40, 10, 40),
        SizeCase("a spacer outside a stack fills", spacer(), 30, 40, 30, 40),
        SizeCase("a spacer outside a stack fills", spacer(), nil, nil, 8, 8),
        SizeCase("a spacer outside a stack fills", spacer(20), 0, 50, 20, 50),
        SizeCase("levels fill", levels, 30, 40, 30, 40),
        SizeCase("levels fill", levels, nil, 0, 10, 0),
        SizeCase("levels fill", levels, infinity, nil, infinity, 10),
    ]

    static let texts: [SizeCase] = [
        SizeCase("a text is one line", text("abc def"), nil, nil, 70, 20),
        SizeCase("a text is one line", text("abc def"), infinity, infinity, 70, 20),
        SizeCase("a text is one line", text("abc def"), 70, nil, 70, 20),
        SizeCase("a text wraps", text("abc def"), 69.9, nil, 30, 40),
        SizeCase("a text wraps", text("abc def"), 40, 40, 30, 40),
        SizeCase("a word breaks", text("abcdef"), 40, nil, 40, 40),
        SizeCase("the least is a letter a line", text("abc def"), 0, nil, 10, 120),
        SizeCase("the height cuts lines", text("abc def"), 40, 39.9, 40, 20),
        SizeCase("one line always stays", text("abc def"), 40, 0, 40, 20),
        SizeCase("one line always stays", text("abc def"), 0, 0, 10, 20),
        SizeCase("one line always stays", text("abc"), 30, 0, 30, 20),
        SizeCase("lineLimit cuts lines", text("abc def", lineLimit: 1), 40, nil, 40, 20),
        SizeCase("lineLimit cuts lines", text("abc def ghi", lineLimit: 2), 30, nil, 30, 40),
        SizeCase("lineLimit does not add lines", text("abc def", lineLimit: 5), 30, nil, 30, 40),
        SizeCase("lineLimit 0 is 1", text("abc def", lineLimit: 0), 30, nil, 30, 20),
        SizeCase("an empty text is a line", text(""), 50, nil, 0, 20),
        SizeCase("no font is too small to count its lines", text("abc", size: 0), 40, 1e300, 0, 0),
        SizeCase("the font counts", text("abc", size: 40), nil, nil, 60, 40),
        SizeCase("the widest counts", text("1:05", widest: "10:05"), nil, nil, 50, 20),
        SizeCase("the widest counts", text("100:05", widest: "10:05"), nil, nil, 60, 20),
        SizeCase("the widest wraps too", text("a", widest: "abc def"), 30, nil, 30, 40),
        SizeCase("the widest is cut too", text("a", lineLimit: 1, widest: "abc def"), 30, nil, 30, 20),
    ]

    static let stacks: [SizeCase] = [
        SizeCase("an empty stack is nothing", hstack(), 50, 50, 0, 0),
        SizeCase("an empty stack is nothing", vstack(), nil, nil, 0, 0),
        SizeCase("an empty stack is nothing", zstack(), 50, 50, 0, 0),
        SizeCase("nothing fits in an empty choice", viewThatFits([.horizontal]), 50, 50, 0, 0),
        SizeCase("ideal sizes add up, 8 apart", hstack(text("ab"), text("abc")), nil, nil, 58, 20),
        SizeCase("ideal sizes add up, texts of a column by their leading", vstack(text("ab"), text("abc")), nil, nil, 30, 40),
        SizeCase("spacing is as said", hstack(text("ab"), text("abc"), spacing: 3), nil, nil, 53, 20),
        SizeCase("spacing may be negative", hstack(fixed(20, 20), fixed(20, 20), spacing: -5), nil, nil, 35, 20),
        SizeCase("fillers take it all", hstack(filler, filler), 100, 30, 100, 30),
        SizeCase("fillers take it all", hstack(filler, filler), infinity, infinity, infinity, infinity),
        SizeCase("fillers take their ideal", hstack(filler, filler), nil, nil, 28, 10),
        SizeCase("at 0 only the distances are left", hstack(filler, filler), 0, 0, 8, 0),
        SizeCase("a stack may be larger than its offer", hstack(fixed(60, 5), fixed(60, 5)), 50, 50, 128, 5),
        SizeCase("a spacer is at least 8", hstack(spacer()), nil, nil, 8, 0),
        SizeCase("a spacer is at least 8", vstack(spacer()), 50, 0, 0, 8),
        SizeCase("a spacer has its own least", hstack(spacer(20)), 0, 0, 20, 0),
        SizeCase("a spacer may be nothing", hstack(spacer(0)), 0, 0, 0, 0),
        SizeCase("a spacer takes all along the stack", hstack(spacer()), 50, 50, 50, 0),
        SizeCase("a spacer takes all along the stack", vstack(spacer()), 50, 50, 0, 50),
        SizeCase("a spacer takes all along the stack", hstack(spacer()), infinity, infinity, infinity, 0),
        SizeCase("a spacer keeps no distance", hstack(fixed(10, 10), spacer(), fixed(10, 10)), nil, nil, 28, 10),
        SizeCase("a padded spacer keeps no distance", hstack(fixed(10, 10), spacer().padding(1), fixed(10, 10)), nil, nil, 30, 10),
        SizeCase("a framed spacer keeps no distance", hstack(fixed(10, 10), spacer().frame(9, nil), fixed(10, 10)), nil, nil, 29, 10),
        SizeCase("spacing that is given holds beside a spacer", hstack(fixed(10, 10), spacer(), spacing: 3), nil, nil, 21, 10),
        SizeCase("what is no number is not said", hstack(fixed(10, 10), fixed(10, 10), spacing: .nan), nil, nil, 28, 10),
        SizeCase("a divider lies across", vstack(divider), 50, 60, 50, 0.5),
        SizeCase("a divider lies across", hstack(divider), 50, 60, 0.5, 60),
        SizeCase("a divider is 10 long of itself", hstack(divider), nil, nil, 0.5, 10),
        SizeCase("a padded divider lies across", vstack(divider.padding(4)), 50, 60, 50, 8.5),
        SizeCase("a faint divider lies across", hstack(divider.with(.opacity(0.5))), 50, 60, 0.5, 60),
        SizeCase("a padded spacer is only as long", hstack(spacer().padding(4)), 50, 60, 50, 8),
        SizeCase("a divider outside a row lies flat", hstack(zstack(divider)), 50, 60, 50, 0.5),
        SizeCase("a divider outside a row lies flat", divider, nil, nil, 10, 0.5),
        SizeCase("a choice does not turn a divider", hstack(viewThatFits([], divider)), 50, 60, 0.5, 60),
        SizeCase("endless views have a middle", vstack(filler), infinity, 40, infinity, 40),
        SizeCase("endless views have a middle", zstack(filler, fixed(10, 10)), infinity, 40, infinity, 40),
        SizeCase("endless views have a middle", vstack(filler.width(max: infinity), text("a")), infinity, infinity, infinity, infinity),
        SizeCase("a ZStack covers all", zstack(fixed(30, 10), fixed(10, 40)), nil, nil, 30, 40),
        SizeCase("a ZStack covers all", zstack(fixed(30, 10), filler), 50, 60, 50, 60),
        SizeCase("a ZStack covers aligned edges", zstack(fixed(30, 10), fixed(10, 40), alignment: .topLeading), nil, nil, 30, 40),
        SizeCase(
            "a ZStack covers its highest priority", zstack(fixed(100, 100), fixed(20, 30).priority(1), fixed(30, 20).priority(1)),
            nil, nil, 30, 30),
        SizeCase("the first that fits", viewThatFits([.horizontal], text("abcdef"), text("abc")), 60, nil, 60, 20),
        SizeCase("the first that fits", viewThatFits([.horizontal], text("abcdef"), text("abc")), 59.9, nil, 30, 20),
        SizeCase("the first that fits", viewThatFits([.horizontal], text("abcdef"), text("abc")), nil, nil, 60, 20),
        SizeCase("the last where none fits", viewThatFits([.horizontal], text("abcdef"), text("abc")), 20, nil, 20, 40),
        SizeCase("an exact fit fits", viewThatFits([.horizontal], fixed(0.1 + 0.2, 9), fixed(0, 0)), 0.3, nil, 0.1 + 0.2, 9),
        SizeCase("an exact fit fits", viewThatFits([.horizontal], text("abcdef"), text("abc")), 60 - 1e-10, nil, 60, 20),
        SizeCase("everything fits in no end", viewThatFits([.horizontal, .vertical], fixed(900, 900)), infinity, infinity, 900, 900),
        SizeCase("everything fits in no end", viewThatFits([.horizontal], filler, text("abc")), infinity, nil, infinity, 10),
        SizeCase("fitting in height", viewThatFits([.vertical], fixed(10, 50), fixed(20, 20)), 5, 50, 10, 50),
        SizeCase("fitting in height", viewThatFits([.vertical], fixed(10, 50), fixed(20, 20)), 5, 49, 20, 20),
        SizeCase("fitting both ways", viewThatFits([.horizontal, .vertical], fixed(30, 5), fixed(5, 30), fixed(9, 9)), 10, 10, 9, 9),
        SizeCase("an axis that is not named does not count", viewThatFits([], fixed(90, 90), fixed(9, 9)), 10, 10, 90, 90),
    ]

    static let padding: [SizeCase] = [
        SizeCase("padding is added", text("abc").padding(5), nil, nil, 40, 30),
        SizeCase("padding is taken off the offer", filler.padding(5), 50, 60, 50, 60),
        SizeCase("nil stays nil", filler.padding(5), 50, nil, 50, 20),
        SizeCase("nil stays nil", text("abc def").padding(5), nil, 0, 80, 30),
        SizeCase("padding has its least", filler.padding(5), 0, 4, 10, 10),
        SizeCase("padding has no most", filler.padding(5), infinity, infinity, infinity, infinity),
        SizeCase(
            "padding differs by edge", filler.with(.padding(Insets(top: 1, leading: 2, bottom: 4, trailing: 8))), nil, nil, 20, 15),
        SizeCase("padding may be negative", fixed(30, 30).padding(-5), nil, nil, 20, 20),
        SizeCase("negative padding ends at nothing", fixed(30, 30).padding(-50), nil, nil, 0, 0),
    ]

    static let frames: [SizeCase] = [
        SizeCase("a fixed frame is exact", filler.frame(30, 40), nil, nil, 30, 40),
        SizeCase("a fixed frame is exact", filler.frame(30, 40), 0, 0, 30, 40),
        SizeCase("a fixed frame is exact", filler.frame(30, 40), infinity, infinity, 30, 40),
        SizeCase("a fixed frame is exact", symbol(50).frame(30, 40), 10, 10, 30, 40),
        SizeCase("a missing axis passes through", text("abc def").frame(30, nil), nil, nil, 30, 40),
        SizeCase("a missing axis passes through", text("abc def").frame(nil, 50), nil, nil, 70, 50),
        SizeCase("a missing axis passes through", filler.frame(nil, 50), 20, 20, 20, 50),
        SizeCase("a frame of nothing changes nothing", text("abc def").frame(nil, nil), 30, nil, 30, 40),
        SizeCase("no frame is negative, endless or no number", text("abc def").frame(-5, infinity), 30, nil, 30, 40),
        SizeCase("no frame is negative, endless or no number", text("abc def").frame(.nan, -1), nil, nil, 70, 20),
    ]

    static let limits: [SizeCase] = [
        SizeCase("between min and max", filler.width(min: 20, max: 50), nil, 5, 20, 5),
        SizeCase("between min and max", filler.width(min: 20, max: 50), 0, 5, 20, 5),
        SizeCase("between min and max", filler.width(min: 20, max: 50), 30, 5, 30, 5),
        SizeCase("between min and max", filler.width(min: 20, max: 50), 100, 5, 50, 5),
        SizeCase("between min and max", filler.width(min: 20, max: 50), infinity, 5, 50, 5),
        SizeCase("between min and max, whatever the child", text("abc").width(min: 5, max: 50), 40, nil, 40, 20),
        SizeCase("min counts where max is less", filler.width(min: 50, max: 20), 30, 5, 50, 5),
        SizeCase("from min on", text("abc").width(min: 50), nil, nil, 50, 20),
        SizeCase("from min on", text("abc").width(min: 50), 0, nil, 50, 20),
        SizeCase("from min on", text("abc").width(min: 50), 100, nil, 50, 20),
        SizeCase("from min on", text("abc").width(min: 20), 0, nil, 20, 40),
        SizeCase("from min on", text("abc").width(min: 20), 100, nil, 30, 20),
        SizeCase("from min on", filler.width(min: 20), 100, 5, 100, 5),
        SizeCase("from min on", filler.width(min: 20), nil, 5, 20, 5),
        SizeCase("from min on", filler.width(min: 20), infinity, 5, infinity, 5),
        SizeCase("from min on, no more than offered", fixed(80, 5).width(min: 20), 40, 5, 40, 5),
        SizeCase("up to max", filler.width(max: 50), nil, 5, 10, 5),
        SizeCase("up to max", filler.width(max: 50), 0, 5, 0, 5),
        SizeCase("up to max", filler.width(max: 50), 30, 5, 30, 5),
        SizeCase("up to max", filler.width(max: 50), infinity, 5, 50, 5),
        SizeCase("up to max, never less than offered", text("abc").width(max: 50), 40, nil, 40, 20),
        SizeCase("up to max, cut where the child is larger", fixed(80, 5).width(max: 50), 40, 5, 50, 5),
        SizeCase("as wide as offered", text("abc").width(max: infinity), 100, nil, 100, 20),
        SizeCase("as wide as offered", text("abc").width(max: infinity), nil, nil, 30, 20),
        SizeCase("as wide as offered", text("abc").width(max: infinity), 0, nil, 10, 60),
        SizeCase("as wide as offered", text("abc").width(max: infinity), infinity, nil, infinity, 20),
        SizeCase("as high as offered", text("abc").height(max: infinity), nil, 100, 30, 100),
        SizeCase("limits that are no numbers change nothing", text("abc def").width(min: .nan, max: .nan), 30, nil, 30, 40),
        SizeCase("no limits change nothing", text("abc def").width(), 30, nil, 30, 40),
    ]

    static let ideals: [SizeCase] = [
        SizeCase("ideal where nothing is offered", filler.width(ideal: 25), nil, 5, 25, 5),
        SizeCase("ideal where nothing is offered", text("abc").width(ideal: 25), nil, nil, 25, 40),
        SizeCase("ideal only where nothing is offered", filler.width(ideal: 25), 100, 5, 100, 5),
        SizeCase("ideal only where nothing is offered", filler.width(ideal: 25), 0, 5, 0, 5),
        SizeCase("ideal within limits", filler.width(min: 30, ideal: 25, max: 40), nil, 5, 30, 5),
        SizeCase("ideal within limits", filler.width(min: 30, ideal: 45, max: 40), nil, 5, 40, 5),
        SizeCase("ideal in height", filler.height(ideal: 25), 5, nil, 5, 25),
    ]

    static let fixedSizes: [SizeCase] = [
        SizeCase("fixedSize asks for the ideal", text("abc def").fixedSize(), 20, 0, 70, 20),
        SizeCase("fixedSize asks for the ideal", filler.fixedSize(), infinity, 100, 10, 10),
        SizeCase("fixedSize in width", text("abc def").fixedSize(true, false), 20, 0, 70, 20),
        SizeCase("fixedSize in width", filler.fixedSize(true, false), 100, 100, 10, 100),
        SizeCase("fixedSize in height", text("abc def").fixedSize(false, true), 30, 20, 30, 40),
        SizeCase("fixedSize in no way", filler.fixedSize(false, false), 100, 100, 100, 100),
        SizeCase("fixedSize takes a frame's ideal", filler.width(ideal: 33).fixedSize(), 5, 5, 33, 10),
    ]

    static let ratios: [SizeCase] = [
        SizeCase("fit", filler.ratio(2), 100, 100, 100, 50),
        SizeCase("fit", filler.ratio(2), 100, 20, 40, 20),
        SizeCase("fit, the height unknown", filler.ratio(2), 100, nil, 100, 50),
        SizeCase("fit, the width unknown", filler.ratio(2), nil, 100, 200, 100),
        SizeCase("fit, nothing known", filler.ratio(2), nil, nil, 10, 10),
        SizeCase("fit, the least", filler.ratio(2), 0, infinity, 0, 0),
        SizeCase("fit, the most", filler.ratio(2), infinity, infinity, infinity, infinity),
        SizeCase("fit, one way endless", filler.ratio(2), infinity, 50, 100, 50),
        SizeCase("fill", filler.ratio(2, .fill), 100, 100, 200, 100),
        SizeCase("fill", filler.ratio(2, .fill), 100, 20, 100, 50),
        SizeCase("fill, the height unknown", filler.ratio(2, .fill), 100, nil, 100, 50),
        SizeCase("fill, the width unknown", filler.ratio(2, .fill), nil, 100, 200, 100),
        SizeCase("fill, nothing known", filler.ratio(2, .fill), nil, nil, 10, 10),
        SizeCase("the child has the last word", symbol(50).ratio(2), 100, 20, 50, 50),
        SizeCase("no ratio changes nothing", filler.ratio(0), 30, 40, 30, 40),
    ]

    static let layers: [SizeCase] = [
        SizeCase("a background adds nothing", text("abc").background(filler), 100, 100, 30, 20),
        SizeCase("a background adds nothing", text("abc").background(fixed(90, 90)), nil, nil, 30, 20),
        SizeCase("an overlay adds nothing", text("abc").overlay(filler), 100, 100, 30, 20),
        SizeCase("an overlay adds nothing", text("abc").overlay(fixed(90, 90)), nil, nil, 30, 20),
        SizeCase("a mask adds nothing", text("abc").with(.mask(filler, alignment: .center)), 100, 100, 30, 20),
        SizeCase("a mask adds nothing", text("abc").with(.mask(fixed(90, 90), alignment: .center)), nil, nil, 30, 20),
    ]

    static let effects: [SizeCase] = [
        Modifier.clip(.circle), .border(.rectangle, .primary, width: 9), .opacity(0.5), .filter(.dimming(0.5)), .offset(x: 50, y: 50),
        .rotation(45), .scale(x: 3, y: 3), .hidden, .zIndex(2), .containerShape(.circle), .blendMode(.multiply), .compositingGroup,
        .intent("next"), .privacySensitive, .unredacted, .accented, .layoutPriority(3), .verticalGuide(.top, 9),
        .horizontalGuide(.leading, 9), .shadow(.primary, radius: 4, x: 2, y: 2), .blur(5), .gridCellColumns(2),
        .gridColumnAlignment(.trailing), .colorScheme(.dark),
        .belowIfTooWide,
        .layoutDirection(.rightToLeft),
    ].flatMap { modifier in
        [
            SizeCase("\(modifier) is drawn only", text("abc def").with(modifier), nil, nil, 70, 20),
            SizeCase("\(modifier) is drawn only", text("abc def").with(modifier), 30, nil, 30, 40),
            SizeCase("\(modifier) is drawn only", filler.with(modifier), 0, infinity, 0, infinity),
        ]
    }
}
