import SubdialBasics
import SubdialExpressions
import SubdialWidgets

/// An HTML page that shows pictures as on devices: a home screen, a lock screen and a watch face, light and dark.
struct ContactSheet {
    private struct Item {
        let file: String
        let family: WidgetFamily
        let device: Device
        let appearance: Appearance
    }

    private let title: String
    private var items: [Item] = []

    init(title: String) {
        self.title = title
    }

    mutating func add(_ file: String, family: WidgetFamily, device: Device, appearance: Appearance) {
        items.append(Item(file: file, family: family, device: device, appearance: appearance))
    }

    var html: String {
        let screens = Appearance.allCases.reversed().map { appearance in
            """
            <section class="\(appearance.rawValue)">
            <figure class="phone home"><div class="screen">\(images(of: [.systemSmall, .systemMedium, .systemLarge], appearance, onWatch: false))</div>
            <figcaption>Home screen, \(appearance.rawValue)</figcaption></figure>
            <figure class="phone lock"><div class="screen">\(images(of: [.accessoryInline], appearance, onWatch: false))<time>9:41</time>
            <div class="row">\(images(of: [.accessoryRectangular, .accessoryCircular], appearance, onWatch: false))</div></div>
            <figcaption>Lock screen, \(appearance.rawValue)</figcaption></figure>
            <figure class="watch"><div class="screen">\(images(of: [.accessoryInline, .accessoryRectangular, .accessoryCircular], appearance, onWatch: true))</div>
            <figcaption>Watch, \(appearance.rawValue)</figcaption></figure>
            </section>
            """
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Subdial: \(title.markupEscaped)</title>
            <style>\(Self.style)</style></head>
            <body><h1>Subdial <small>\(title.markupEscaped)</small></h1>
            \(screens.joined(separator: "\n"))
            </body></html>

            """
    }

    private func images(of families: [WidgetFamily], _ appearance: Appearance, onWatch: Bool) -> String {
        families.flatMap { family in items.filter { $0.family == family && $0.appearance == appearance && $0.device.isWatch == onWatch } }
            .compactMap { item in
                item.device.places[item.family].map { place in
                    "<img src=\"\(item.file)\" width=\"\(place.size.width)\" height=\"\(place.size.height)\" alt=\"\(item.family.rawValue), \(appearance.rawValue)\">"
                }
            }.joined()
    }

    private static let style = """
        :root { font: 15px/1.4 Inter, system-ui, sans-serif; background: #eef0f3; color: #1c1c1e; }
        body { margin: 40px auto; max-width: 1240px; padding: 0 24px; }
        h1 { font-weight: 700; letter-spacing: -.02em; } h1 small { font-weight: 400; color: #6b7078; margin-left: .4em; }
        section { display: flex; flex-wrap: wrap; gap: 32px; align-items: flex-start; margin: 32px 0; }
        figure { margin: 0; } figcaption { text-align: center; color: #6b7078; margin-top: 12px; }
        .phone .screen { width: 413px; height: 872px; overflow: hidden; border-radius: 55px; border: 10px solid #0b0b0d; box-sizing: border-box; padding: 58px 27px 24px;
          display: flex; flex-wrap: wrap; gap: 22px; justify-content: flex-start; align-content: flex-start; }
        .dark .home .screen { background: radial-gradient(120% 80% at 20% 0, #3a4a6b, transparent), radial-gradient(100% 80% at 100% 100%, #5b3550, transparent), #151822; }
        .light .home .screen { background: radial-gradient(120% 80% at 20% 0, #bcd4f5, transparent), radial-gradient(100% 80% at 100% 100%, #f3cfc4, transparent), #e7e4ef; }
        .home img { filter: drop-shadow(0 6px 14px #0003); }
        .lock .screen { flex-direction: column; flex-wrap: nowrap; align-items: center; gap: 6px; padding-top: 84px; }
        .dark .lock .screen { background: linear-gradient(#26324a, #4a3b57 60%, #6d4a4a); color: #fff; }
        .light .lock .screen { background: linear-gradient(#dce8f7, #f1e3dc); color: #111; }
        .lock time { font-size: 92px; font-weight: 600; line-height: 1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
        .lock .row { display: flex; gap: 16px; align-items: center; margin-top: 14px; }
        .watch .screen { width: 218px; min-height: 262px; border-radius: 54px; border: 10px solid #0b0b0d; box-sizing: border-box; padding: 24px 0; background: #000;
          display: flex; flex-direction: column; gap: 14px; align-items: center; justify-content: center; }
        .light .watch .screen { background: #f5f5f7; }
        """
}
