import Foundation
import SubdialActivityKit
import SubdialLayout
import SubdialRendering
import SubdialShippedTemplates
import SubdialSwiftUI
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets
import Testing

private struct BoxAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var height = 20.0 }
}

/// A rectangle with an id.
private struct Box: SubdialSwiftUI.View {
    let id: String
    var width: CGFloat? = 40
    var height: CGFloat? = 20

    var body: some SubdialSwiftUI.View { Rectangle().frame(width: width, height: height).id(id) }
}

private typealias Context = ActivityViewContext<BoxAttributes>

@MainActor @Suite("The presentations of an activity")
struct ActivityViewTests {
    private let renderer: WidgetRenderer

    init() throws { renderer = try WidgetRenderer(resources: ResourceFolder(path: ShippedTemplates.path)) }

    private func prepared(
        _ configuration: some WidgetConfiguration, _ presentation: ActivityPresentation, height: Double = 20, isStale: Bool = false,
        _ change: (inout WidgetLook) -> Void = { _ in }
    ) throws -> PreparedView {
        func declaration<C: WidgetConfiguration>(_ configuration: C) -> _WidgetDeclaration { C._declaration(of: configuration) }
        let sample = try ActivitySample(BoxAttributes(), BoxAttributes.ContentState(height: height), isStale: isStale)
        let content = try #require(ViewContent(sample, of: declaration(configuration)))
        var look = WidgetLook(presentation: presentation)
        change(&look)
        return try renderer.layOut(content, look: look, at: Date(timeIntervalSince1970: 0))
    }

    private func configuration(_ island: @escaping (Context) -> DynamicIsland) -> some WidgetConfiguration {
        ActivityConfiguration(for: BoxAttributes.self) { context in
            Box(id: "content", width: 100, height: context.state.height)
        } dynamicIsland: {
            island($0)
        }
    }

    private var usual: some WidgetConfiguration {
        configuration { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Box(id: "leading") }
                DynamicIslandExpandedRegion(.trailing) { Box(id: "trailing", height: 50) }
                DynamicIslandExpandedRegion(.center) { Box(id: "center", width: 60, height: 10) }
                DynamicIslandExpandedRegion(.bottom) { Box(id: "bottom", height: context.state.height) }
            } compactLeading: {
                Box(id: "compactLeading")
            } compactTrailing: {
                Box(id: "compactTrailing")
            } minimal: {
                Box(id: "minimal", width: 10, height: 10)
            }
        }
    }

    /// The frame of the rectangle with an id, in whole points: the layout rounds to pixels.
    private func frame(_ id: String, in view: PreparedView) -> Rect? {
        func find(_ node: PlacedNode, _ isInside: Bool) -> Rect? {
            let isInside = isInside || node.id == id
            if isInside, case .shape = node.drawn { return node.frame }
            for child in node.children { if let found = find(child, isInside) { return found } }
            return nil
        }
        return find(view.widget.layout, false).map {
            Rect($0.minX.rounded(), $0.minY.rounded(), $0.size.width.rounded(), $0.size.height.rounded())
        }
    }

    // The banner is 371 points wide and 84 to 160 high, and the system adds no margins to the view of an app.
    @Test(
        "The lock screen is as high as its content, which is at its centre, within the limits",
        arguments: [(20, 84, 32, 0), (100, 100, 0, 0), (200, 160, 0, 1)] as [(Double, Double, Double, Int)])
    func lockScreen(_ height: Double, _ expected: Double, _ top: Double, _ warnings: Int) throws {
        let view = try prepared(usual, .lockScreen, height: height)
        #expect(view.widget.size == Size(371, expected))
        #expect(frame("content", in: view) == Rect(136, top, 100, height))
        #expect(view.warnings.filter { $0.contains("are cut off") }.count == warnings)
    }

    // The camera is 126 points wide and 37 high, from the island's top edge; the margin is 18.
    @Test("Leading and trailing are beside the camera, center is below it, and bottom is below all at the centre")
    func expanded() throws {
        let view = try prepared(usual, .expanded)
        #expect(frame("leading", in: view) == Rect(18, 18, 40, 20))
        #expect(frame("trailing", in: view) == Rect(371 - 18 - 40, 18, 40, 50))
        #expect(frame("center", in: view) == Rect(156, 37, 60, 10))
        #expect(frame("bottom", in: view) == Rect(166, 18 + 50 + 8, 40, 20))
        #expect(view.widget.size == Size(371, 18 + 50 + 8 + 20 + 18))
    }

    @Test("An expanded island that is too high is cut at 160 points with a message")
    func tooHigh() throws {
        let view = try prepared(usual, .expanded, height: 300)
        #expect(view.widget.size.height == 160)
        #expect(view.warnings.contains { $0.hasPrefix("expanded: the content is 394 pt high") })
    }

    @Test("The side with the higher priority gets its width first")
    func priority() throws {
        func widths(_ leading: Double, _ trailing: Double) throws -> [Double?] {
            let view = try prepared(
                configuration { _ in
                    DynamicIsland {
                        DynamicIslandExpandedRegion(.leading, priority: leading) { Box(id: "leading", width: nil) }
                        DynamicIslandExpandedRegion(.trailing, priority: trailing) { Box(id: "trailing", width: nil) }
                        DynamicIslandExpandedRegion(.center) { Box(id: "center", width: 200) }
                    } compactLeading: {
                        EmptyView()
                    } compactTrailing: {
                        EmptyView()
                    } minimal: {
                        EmptyView()
                    }
                }, .expanded)
            return [frame("leading", in: view)?.width, frame("trailing", in: view)?.width]
        }
        let equal = try widths(0, 0).compactMap { $0 }
        #expect(equal.count == 2 && abs(equal[0] - equal[1]) <= 1)
        let first = try widths(1, 0)
        #expect(try #require(first[0]) > (try #require(first[1])))
        let second = try widths(0, 1)
        #expect(try #require(second[1]) > (try #require(second[0])))
    }

    @Test("A side that is too wide stands below the camera if it asks for it")
    func below() throws {
        func top(_ placement: DynamicIslandExpandedRegionVerticalPlacement) throws -> Double? {
            let view = try prepared(
                configuration { _ in
                    DynamicIsland {
                        DynamicIslandExpandedRegion(.leading) { Box(id: "leading", width: 250).dynamicIsland(verticalPlacement: placement) }
                    } compactLeading: {
                        EmptyView()
                    } compactTrailing: {
                        EmptyView()
                    } minimal: {
                        EmptyView()
                    }
                }, .expanded)
            return frame("leading", in: view)?.minY
        }
        #expect(try top(.default) == 18)
        #expect(try top(.belowIfTooWide) == 37)
    }

    // Apple's documentation: the innermost margins count, and those of a region apply at the edges that it touches.
    @Test("Margins of a mode and of a region replace those of the system, the innermost first")
    func margins() throws {
        let island = configuration { _ in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Box(id: "leading") }.contentMargins(.leading, 4).contentMargins(.all, 30)
                DynamicIslandExpandedRegion(.trailing) { Box(id: "trailing") }
                DynamicIslandExpandedRegion(.bottom) { Box(id: "bottom", width: nil) }.contentMargins(.top, 100)
            } compactLeading: {
                Box(id: "compactLeading", width: nil, height: nil)
            } compactTrailing: {
                EmptyView()
            } minimal: {
                EmptyView()
            }
            .contentMargins(.trailing, 8, for: .expanded)
            .contentMargins(.all, 20, for: .expanded)
            .contentMargins(.horizontal, 1, for: .compactLeading)
        }
        let view = try prepared(island, .expanded)
        #expect(frame("leading", in: view) == Rect(4, 30, 40, 20))
        #expect(frame("trailing", in: view)?.maxX == 363)
        #expect(frame("trailing", in: view)?.minY == 20)
        #expect(frame("bottom", in: view)?.minX == 20)
        #expect(frame("bottom", in: view)?.maxX == 363)
        // 52.33 points wide and 36.67 high, with margins of 6 above and below.
        #expect(frame("compactLeading", in: try prepared(island, .compactLeading))?.size == Size(50, 25))
    }

    @Test("The compact island has both sides beside the camera, each in the size of its own picture")
    func island() throws {
        let view = try prepared(usual, .island)
        #expect(view.widget.size == Size(230, 36.67))
        // Each side has 52.33 points.
        #expect(frame("compactLeading", in: view)?.minX == 6)
        #expect(frame("compactTrailing", in: view)?.maxX == 224)
        #expect(try prepared(usual, .compactLeading).widget.size == Size(52.33, 36.67))
    }

    @Test("A watch and a car show the activity's own view only with the family small")
    func small() throws {
        for presentation in [ActivityPresentation.smartStack, .carPlay] {
            let sides = try prepared(usual, presentation)
            #expect(frame("compactLeading", in: sides)?.minX == 9)
            #expect(frame("content", in: sides) == nil)
            let own = try prepared(usual.supplementalActivityFamilies([.small]), presentation)
            #expect(frame("content", in: own) != nil)
            #expect(frame("compactLeading", in: own) == nil)
        }
    }

    @Test("The environment has the family, the families of the configuration, and whether the activity fills the screen")
    func environment() throws {
        struct Reader: SubdialSwiftUI.View {
            @SubdialSwiftUI.Environment(\.activityFamily) var family
            @SubdialSwiftUI.Environment(\.supportedActivityFamilies) var families
            @SubdialSwiftUI.Environment(\.isActivityFullscreen) var isFullscreen
            @SubdialSwiftUI.Environment(\.isLuminanceReduced) var isReduced
            var body: some SubdialSwiftUI.View {
                Text(verbatim: "\(family) of \(families.map(\.description).sorted().joined(separator: "+")) \(isFullscreen) \(isReduced)")
            }
        }
        func text(_ presentation: ActivityPresentation, _ change: (inout WidgetLook) -> Void = { _ in }) throws -> String {
            let configuration = ActivityConfiguration(for: BoxAttributes.self) { _ in
                Reader()
            } dynamicIsland: { _ in
                DynamicIsland {
                    DynamicIslandExpandedRegion(.bottom) { Reader() }
                } compactLeading: {
                    Reader()
                } compactTrailing: {
                    Reader()
                } minimal: {
                    Reader()
                }
            }
            let view = try prepared(configuration.supplementalActivityFamilies([.small]), presentation, change)
            return view.widget.expandedText
        }
        #expect(try text(.lockScreen).contains("medium of medium+small false false"))
        #expect(try text(.smartStack).contains("small of medium+small"))
        #expect(try text(.expanded).contains("medium of"))
        #expect(try text(.lockScreen) { $0.placement = .standBy }.contains("true false"))
        #expect(try text(.lockScreen) { $0.isLuminanceReduced = true }.contains("false true"))
    }

    @Test("The tint is behind the lock screen, over the system's if it is translucent, and the island stays black with its line")
    func backgrounds() throws {
        func view(_ color: SubdialSwiftUI.Color?, _ presentation: ActivityPresentation, _ appearance: Appearance = .light) throws
            -> PreparedView
        {
            let configuration = ActivityConfiguration(for: BoxAttributes.self) { _ in
                Box(id: "content").activityBackgroundTint(color)
            } dynamicIsland: { _ in
                DynamicIsland {
                    DynamicIslandExpandedRegion(.bottom) { Box(id: "bottom") }
                } compactLeading: {
                    EmptyView()
                } compactTrailing: {
                    EmptyView()
                } minimal: {
                    EmptyView()
                }
                .keylineTint(color)
            }
            return try prepared(configuration, presentation) { $0.appearance = appearance }
        }
        func text(_ view: PreparedView) -> String { view.widget.expandedText }
        #expect(try text(view(nil, .lockScreen)).contains("background: #FFFFFF/#000000"))
        #expect(try text(view(.red, .lockScreen)).contains("background: red") || text(view(.red, .lockScreen)).contains("background: #FF"))
        #expect(try #require(try view(.red.opacity(0.5), .lockScreen).widget.background).children.count == 2)
        #expect(try view(.red, .lockScreen, .dark).widget.background?.children.isEmpty == true)
        #expect(try text(view(nil, .expanded)).contains("background: black"))
        #expect(try text(view(.red, .expanded)).contains("border"))
    }

    @Test("A second region at a place is left out with a message; views without content leave no region")
    func hostileRegions() throws {
        let island = configuration { _ in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading, priority: .nan) { EmptyView() }
                DynamicIslandExpandedRegion(.bottom) { Box(id: "first") }
                DynamicIslandExpandedRegion(.bottom) { Box(id: "second") }
            } compactLeading: {
                EmptyView()
            } compactTrailing: {
                EmptyView()
            } minimal: {
                EmptyView()
            }
            .contentMargins(.all, .infinity, for: .expanded)
        }
        let view = try prepared(island, .expanded)
        #expect(frame("first", in: view) != nil)
        #expect(frame("second", in: view) == nil)
        #expect(view.warnings.contains { $0.contains("a second region 'bottom' is left out") })
        #expect(try prepared(island, .minimal).widget.size == Size(45, 36.67))
        #expect(try prepared(island, .island).widget.size == Size(230, 36.67))
    }

    @Test("The address of the island is that of its presentations, and an address of a view goes before")
    func addresses() throws {
        let island = configuration { _ in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { Box(id: "a").widgetURL(URL(string: "own://a")) }
            } compactLeading: {
                Box(id: "b")
            } compactTrailing: {
                EmptyView()
            } minimal: {
                EmptyView()
            }
            .widgetURL(URL(string: "island://a"))
        }
        #expect(try prepared(island, .expanded).url?.absoluteString == "own://a")
        #expect(try prepared(island, .compactLeading).url?.absoluteString == "island://a")
        #expect(try prepared(island, .lockScreen).url == nil)
    }

    @Test("The configuration lists the presentations, and its kind is the type of the attributes")
    func declaration() {
        func declaration<C: WidgetConfiguration>(_ configuration: C) -> _WidgetDeclaration { C._declaration(of: configuration) }
        let own = declaration(usual)
        #expect(own.families == ActivityPresentation.allCases.map(\.rawValue))
        #expect(own.kind == "BoxAttributes")
    }

    @Test("A preview of attributes carries its activity and its presentation")
    func preview() throws {
        let view = BoxAttributes().previewContext(.init(height: 7), isStale: true, viewKind: .dynamicIsland(.compact))
        let traits = PreviewTraits.previews(of: view.previewDisplayName("Island")).map(\.traits)
        #expect(traits.map(\.name) == ["Island"])
        let preview = try #require(traits.first?.subject as? ActivityPreview)
        #expect(preview.viewKind.presentation == "island")
        #expect((preview.sample.state as? BoxAttributes.ContentState)?.height == 7)
        #expect(preview.sample.isStale(at: .distantPast))
    }
}
