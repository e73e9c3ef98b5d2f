import FoundationEssentials
import SubdialTemplates
import SubdialTimeline
import SubdialWidgets
import Testing

@Suite struct RefusalTests {
    let renderer: WidgetRenderer

    init() throws {
        renderer = try .make()
    }

    private func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [0, -1, 0.001, 60, 1e9, .infinity, .nan])
    func scalesWithoutAPicture(scale: Double) throws {
        #expect {
            try renderer.picture(.sample("playing"), .systemMedium, scale: scale)
        } throws: { error in
            guard case .size(let reason)? = error as? WidgetError else { return false }
            return reason.hasPrefix("at scale \(scale) the picture would be ") && reason.hasSuffix(" pixels; an edge has 1 to 8192")
        }
    }

    @Test func familiesThatADeviceOrAKindHasNot() throws {
        let entry = try Entry.sample("playing")
        #expect(
            message { _ = try renderer.picture(entry, .systemExtraLarge) }
                == "iphone-15 has no systemExtraLarge; 'subdial render --list-devices' tells which device has which family")
        let volume = WidgetEnvironment(family: .systemLarge, device: try renderer.catalog.device("iphone-15"), now: entry.date)
        #expect(
            message { _ = try renderer.picture(of: entry, template: .kind("volume"), in: volume) }
                == "volume/systemLarge.yaml: this kind of widget has templates for "
                + "systemSmall, accessoryCircular, accessoryRectangular, accessoryInline")
        #expect(!renderer.hasTemplate(kind: "volume", family: .systemLarge) && renderer.hasTemplate(family: .systemSmall))
        #expect(
            renderer.kinds == [
                "album-of-the-day", "calendar", "clock", "console", "countdown", "departures", "disk", "display", "feed",
                "home-assistant", "match", "matches", "mixer", "most-played", "now-playing", "now-playing-art",
                "now-playing-remote", "piano-roll", "playlist", "prometheus", "pull-requests", "recently-played", "system", "todo",
                "volume", "weather",
            ])
    }

    @Test(arguments: [
        (
            "now-plying",
            "there is no kind of widget 'now-plying'; did you mean 'now-playing'? there are album-of-the-day, calendar, clock, console, countdown, departures, disk, display, feed, home-assistant, match, matches, mixer, most-played, now-playing, now-playing-art, now-playing-remote, piano-roll, playlist, prometheus, pull-requests, recently-played, system, todo, volume, weather"
        ),
        (
            "football",
            "there is no kind of widget 'football'; there are album-of-the-day, calendar, clock, console, countdown, departures, disk, display, feed, home-assistant, match, matches, mixer, most-played, now-playing, now-playing-art, now-playing-remote, piano-roll, playlist, prometheus, pull-requests, recently-played, system, todo, volume, weather"
        ),
        ("weather", "the templates of 'weather' show entries of that kind, and this one is of the kind 'now-playing'"),
        ("../Templates/now-playing", "there is no kind '../Templates/now-playing'"), ("..", "there is no kind '..'"),
        (
            "themes",
            "there is no kind of widget 'themes'; there are album-of-the-day, calendar, clock, console, countdown, departures, disk, display, feed, home-assistant, match, matches, mixer, most-played, now-playing, now-playing-art, now-playing-remote, piano-roll, playlist, prometheus, pull-requests, recently-played, system, todo, volume, weather"
        ),
    ])
    func unknownKinds(kind: String, expected: String) throws {
        let environment = WidgetEnvironment(family: .systemSmall, device: try renderer.catalog.device("iphone-15"), now: .distantPast)
        #expect(message { _ = try renderer.picture(of: .sample("playing"), template: .kind(kind), in: environment) } == expected)
    }

    @Test(arguments: [
        ("defalt", "there is no theme 'defalt'; did you mean 'default'? there are cover, default, high-contrast, light, live, pro, studio"),
        ("../../etc/passwd", "there is no theme '../../etc/passwd'; there are cover, default, high-contrast, light, live, pro, studio"),
    ])
    func unknownThemes(theme: String, expected: String) throws {
        let environment = WidgetEnvironment(family: .systemSmall, device: try renderer.catalog.device("iphone-15"), now: .distantPast)
        #expect(message { _ = try renderer.picture(of: .sample("playing"), theme: theme, in: environment) } == expected)
    }

    @Test(arguments: [
        ("body: { Image: play.fil }", "1:16: there is no symbol 'play.fil'; did you mean 'play.fill'? (at body.Image)"),
        ("body: { Text: \"{{ titel }}\" }", "1:19: there is no variable 'titel'; did you mean 'title'? (at body.Text)"),
    ])
    func templatesOfOnesOwn(text: String, expected: String) throws {
        let file = try TemplateFile(text)
        #expect(
            message { _ = try renderer.picture(.sample("playing"), .systemSmall, templateFile: file.path) } == "\(file.path):\(expected)")
    }

    @Test func noSuchFiles() throws {
        #expect(
            message { _ = try renderer.picture(.sample("playing"), .systemSmall, templateFile: "/nowhere/card.yaml") }
                == "/nowhere/card.yaml: there is no such template")
        #expect(message { _ = try WidgetRenderer(resources: ResourceFolder(path: "/nowhere")) } == "devices.yaml: the file is missing")
    }

    /// Absurd numbers result in a message or in a picture, and never end the process.
    @Test(arguments: [
        "body: { Rectangle: , frame: { width: infinity, height: infinity } }",
        "body: { Image: artwork, frame: { width: 1e300, height: 1e300 } }",
        "body: { Image: artwork, frame: { minWidth: infinity } }",
        "body: { Image: artwork, frame: { idealWidth: infinity }, fixedSize: true }",
        "body: { Image: artwork, frame: { width: 90000, height: 90000 } }",
        "body: { Image: artwork, frame: { width: \"{{ 0 - 5 }}\", height: 20 } }",
        "body: { Image: artwork, frame: { width: \"{{ 99999999 * 99999999 * 99999999 }}\" } }",
        "body: { Image: artwork, aspectRatio: 1e-300 }", "body: { Image: artwork, aspectRatio: 1e300 }",
        "body: { Image: artwork, aspectRatio: { ratio: 0.00001, mode: fill } }",
        "body: { Text: x, lineLimit: \"{{ 99999999 * 99999999 * 99999999 }}\" }", "body: { Text: x, lineLimit: \"{{ 0 - 3 }}\" }",
        "body: { Text: x, font: { size: \"{{ 99999999 }}\" } }", "body: { Text: x, font: { size: \"{{ 0 - 10 }}\" } }",
        "body: { Text: x, font: { size: \"{{ 0 }}\" } }",
        "body: { Text: x, minimumScaleFactor: \"{{ 0 }}\", lineLimit: 1, frame: { width: 1 } }",
        "body: { Image: play.fill, symbolSize: 1e300 }", "body: { Image: play.fill, symbolSize: \"{{ 0 - 20 }}\" }",
        "body: { Rectangle: , padding: 1e300 }", "body: { Rectangle: , padding: -1e300 }", "margins: -1e300\nbody: { Image: artwork }",
        "body: { HStack: [{ Rectangle: , frame: { minWidth: infinity } }, { Rectangle: , frame: { minWidth: infinity } }] }",
        "body: { HStack: [Rectangle, Rectangle], spacing: 1e308 }",
        "body: { Rectangle: , rotation: 1e300 }", "body: { Rectangle: , scale: 1e300 }", "body: { Rectangle: , scale: 0 }",
        "body: { Rectangle: , offset: { x: 1e300, y: -1e300 } }", "body: { Rectangle: , border: { width: 1e300 } }",
        "body: { RoundedRectangle: , radius: 1e300 }", "body: { Progress: 0.5, lineWidth: 1e300 }",
        "body: { Progress: 0.5, lineWidth: 1e300, style: circular }", "body: { Gauge: \"{{ 0 - 1 }}\" }",
        "body: { Progress: \"{{ title }}\" }",
        String(repeating: "[", count: 100_000), "body: " + String(repeating: "[", count: 900),
        "body: " + String(repeating: "{ ZStack: [", count: 400), String(repeating: "- ", count: 50_000) + "x",
        "body: " + String(repeating: "{ ZStack: [", count: 90) + "Rectangle" + String(repeating: "] }", count: 90),
        "body: " + String(repeating: "{ HStack: [", count: 45) + "Rectangle" + String(repeating: "] }", count: 45),
        "body: { Spacer: { minLength: 1e300 } }", "body: { VStack: [{ Spacer: { minLength: 1e300 } }, { Image: artwork }] }",
    ])
    func absurdNumbers(text: String) throws {
        let file = try TemplateFile(text)
        do {
            let picture = try renderer.picture(.sample("playing"), .systemSmall, templateFile: file.path)
            #expect(picture.bitmap.width == 158)
            #expect(!picture.layout.text.isEmpty)
        } catch let error as WidgetError {
            #expect("\(error)".hasPrefix(file.path), "\(error)")
        }
    }
}
