import SubdialDocuments
import SubdialDrawing
import SubdialFeeds
import SubdialTemplates
import SubdialTestSupport
import SubdialWidgets
import Testing

@testable import SubdialTesting

/// Tests that the views in Swift have exactly the keys of the template language.
@Suite struct ViewVocabularyTests {
    /// Every element with all of its arguments.
    private static let elements: [View] = [
        Text("x", widest: "y", alignment: .center),
        Label("x", systemImage: "play.fill", spacing: 2, widest: "y", alignment: .trailing),
        Image("artwork", placeholder: "music.note", of: "{{ queue[0] }}", renderingMode: .desaturated),
        Image("play.fill", symbolEffect: .breathe),
        Spacer(minLength: 4), Divider(),
        HStack(alignment: .firstTextBaseline, spacing: 1) { Text("x") },
        VStack(alignment: .leading, spacing: 1.5) { Text("x") },
        ZStack(alignment: .bottomTrailing) { Text("x") },
        Grid(alignment: .leading, horizontalSpacing: 1, verticalSpacing: 2) { GridRow(alignment: .top) { Text("x") } },
        ViewThatFits(in: .horizontal) { Text("x") },
        Progress(0.5, style: .circular, lineWidth: 2, track: .fill, tint: .linearGradient([.stop(.red, at: 0.2, opacity: 0.5), "blue"])),
        Progress(from: "{{ started }}", to: "{{ ends }}", pausedAt: "{{ paused_at }}"),
        Gauge(3, in: [0, 10], style: .accessoryCircular, lineWidth: 3, track: .fill, tint: .accent) {
            Text("l")
        } currentValue: {
            Image("play.fill")
        } minimum: {
            Text("0")
        } maximum: {
            Text("10")
            Text("!")
        },
        Gauge(from: "{{ started }}", to: "{{ ends }}", pausedAt: "{{ paused_at }}"),
        Chart(axes: .both, xMarks: 3, yDomain: [0, 10], yIncludesZero: false, yMarks: 2, yUnit: "°") {
            BarMark(x: 1, y: 2, yStart: 1, label: "a", fill: .red, width: 0.5)
            LineMark(x: 1, y: 2, label: "b", lineWidth: 2, interpolation: .monotone)
            AreaMark(x: 1, y: 2, yStart: 0, label: "c", fill: .blue, interpolation: .stepEnd)
            PointMark(x: 1, y: 2, label: "d", fill: .green, lineWidth: 1)
            RuleMark(x: 1, y: 3, label: "e", lineWidth: 1)
            SectorMark(angle: 1, fill: .pink, innerRadius: 0.4, angularInset: 1)
        },
        Line([1, 2.5, 3], lineWidth: 2, interpolation: .linear),
        QRCode("x", correction: .quartile, quietZone: 2, ground: .white),
        Timer(
            from: "{{ started }}", to: "{{ ends }}", pausedAt: "{{ paused_at }}", countsDown: true, showsHours: false, alignment: .trailing),
        Levels([0.1, 0.9], unit: .ratio, axis: .vertical, spacing: 1, track: .fill, isMeter: true, peaks: [0.2, 1]),
        Fader(0.5, axis: .horizontal, track: .fill),
        PianoRoll("{{ queue }}", from: 0, to: 16, pitches: [40, 80], playhead: 3, track: .fill),
        Path("M0 0L10 10", viewBox: [0, 0, 10, 10], fill: .orange),
        DynamicIsland(spacing: 4) {
            Text("1")
        } trailing: {
            Text("2")
        } center: {
            Text("3")
        } bottom: {
            Text("4")
        } compactLeading: {
            Text("5")
        } compactTrailing: {
            Text("6")
        } minimal: {
            Text("7")
        },
        Rectangle(fill: .radialGradient(["red", "blue"], startRadius: 1, endRadius: 9)),
        RoundedRectangle(radius: .concentric, fill: .angularGradient(["red", "blue"], startAngle: 0, endAngle: 90)),
        Circle(fill: "#123456"), Capsule(fill: .regularMaterial),
        Part("now-playing/title"),
    ]

    /// Every modifier.
    private static let modifiers: [View] = [
        Text("x").font(.body, size: 12, weight: .bold, design: .rounded).foreground(.secondary).lineLimit(2).minimumScaleFactor(0.5)
            .truncation(.middle).monospacedDigit().symbolSize(10),
        Text("x").fixedSize().aspectRatio(1, mode: .fill).padding(horizontal: 1, vertical: 2)
            .frame(
                width: 1, height: 2, minWidth: 1, idealWidth: 1, maxWidth: .infinity, minHeight: 1, idealHeight: 1, maxHeight: 9,
                alignment: .top
            )
            .background(alignment: .top) { Circle() }.cornerRadius(4).border(.red, width: 2).overlay(alignment: .bottom) { Circle() }
            .mask(alignment: .leading) { Circle() }.brightness(0.5).blur(1).shadow(color: .black, radius: 2, x: 1, y: 1).rotation(3)
            .scale(2).opacity(0.5).offset(x: 1, y: 1),
        Text("x").padding(top: 1, leading: 2, bottom: 3, trailing: 4).background(.red).clip(.circle).overlay(.blue).mask(.white),
        Text("x").alignmentGuide(HorizontalAlignment.leading, 1).alignmentGuide(VerticalAlignment.top, 2).layoutPriority(1)
            .layoutDirection(.rightToLeft).gridCellColumns(2).gridColumnAlignment(.trailing).belowIfTooWide().intent("playPause")
            .privacySensitive().unredacted().accented().colorScheme(.light).id("x").if("playing").for("track", in: "queue"),
    ]

    /// The definitions of the language's own JSON Schema.
    private static func definitions() throws -> JSONValue { try #require(TemplateSchema.json(symbols: [])["$defs"]) }

    /// Returns every key of the views, including nested ones, by the element: `Text.widest`.
    private static func keys(of views: [View]) -> Set<String> {
        var keys: Set<String> = []
        func collect(_ json: JSONValue) {
            switch json {
            case .array(let values): values.forEach(collect)
            case .object(let members):
                if let element = members.first(where: { $0.key.first?.isUppercase == true }) {
                    keys.formUnion(members.map { $0.key == element.key ? element.key : "\(element.key).\($0.key)" })
                }
                members.forEach { collect($0.value) }
            default: break
            }
        }
        views.map(\.json).forEach(collect)
        return keys
    }

    @Test func everyElementHasAFunctionWithAllItsArguments() throws {
        let members = try #require(try Self.definitions().members)
        var wanted: Set<String> = []
        for member in members where member.key.hasPrefix("element-") {
            let element = String(member.key.dropFirst("element-".count))
            let properties = try #require(member.value["properties"]?.members, "\(element)")
            for property in properties where !(property.value["$ref"]?.string ?? "").hasPrefix("#/$defs/modifier-") {
                wanted.insert(property.key == element ? element : "\(element).\(property.key)")
            }
        }
        // Marks share one table of arguments in the language; in Swift, each has only those that apply to it.
        let meaningless = [
            "BarMark": ["lineWidth", "interpolation"], "LineMark": ["fill", "width"], "AreaMark": ["lineWidth", "width"],
            "PointMark": ["width", "interpolation"], "RuleMark": ["fill", "width", "interpolation"],
        ]
        for (mark, keys) in meaningless { wanted.subtract(keys.map { "\(mark).\($0)" }) }
        #expect(wanted.subtracting(Self.keys(of: Self.elements)) == [])
    }

    @Test func everyModifierHasAMethod() throws {
        let members = try #require(try Self.definitions().members)
        let wanted = Set(members.map(\.key).filter { $0.hasPrefix("modifier-") }.map { $0.dropFirst("modifier-".count).description })
        let had = Set(Self.keys(of: Self.modifiers).compactMap { $0.split(separator: ".").last.map(String.init) })
        #expect(wanted.subtracting(had) == [])
        // `View` lists the ordered, the inherited and the outermost modifiers.
        let known = Set(View.order.joined()).union(View.inherited).union(View.outermost)
        #expect(known.subtracting(wanted) == [])
        #expect(wanted.subtracting(known) == ["intent", "privacySensitive", "unredacted", "accented", "id"])
    }

    /// An intent with values is a slider.
    @Test func anIntentMayHaveValues() {
        let view = Text("x").intent("volume", from: 0, to: 100, value: "{{ volume_ratio * 100 }}")
        #expect(
            view.json["intent"]?.text() == #"{"name":"volume","from":0,"to":100,"value":"{{ volume_ratio * 100 }}"}"#)
    }

    /// The template language accepts every view in Swift.
    @Test(arguments: Array((elements + modifiers).enumerated().map(\.offset))) func everyViewCanBeDrawn(_ index: Int) throws {
        let view = (Self.elements + Self.modifiers)[index]
        let entry = try Entry(contentsOf: "../../Fixtures/entries/queue.json")
        let family: WidgetFamily = view.element == "DynamicIsland" ? .systemMedium : .systemLarge
        assertSnapshot(of: Widget(entry, artwork: "../../Fixtures/entries") { view }, as: .tree(family), named: "\(view.element)-\(index)")
    }

    @Test func everyDeviceHasAName() throws {
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        #expect(DeviceName.allShipped.map(\.id).sorted() == catalog.devices.map(\.id).sorted())
    }

    @Test func everyBarHasAName() {
        #expect(BarName.all.map(\.name) == FeedFormat.all.map(\.name))
    }

    @Test func everyColourHasAName() {
        let styles: [ShapeStyle] = [
            .primary, .secondary, .tertiary, .fill, .accent, .background, .border, .success, .warning, .error, .white, .black, .clear, .red,
            .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown, .gray, .ultraThinMaterial,
            .thinMaterial, .regularMaterial, .thickMaterial, .ultraThickMaterial,
        ]
        #expect(styles == ColorNames.all.map { ShapeStyle($0) })
    }
}

extension JSONValue {
    /// The members of an object; nil for other values.
    fileprivate var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }
}
