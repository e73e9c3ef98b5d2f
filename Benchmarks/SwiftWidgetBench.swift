import Foundation
import SubdialBasics
import SubdialDrawing
import SubdialRendering
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

/// Measures a widget of SwiftUI's views beside the template of the same scene, and many looks of it.
enum SwiftWidgetBench {
    /// More than the largest suite draws of one widget.
    private static let lookCount = 1000

    static func run(root: String) throws {
        let scene = try PlayingScene(root: root)
        let (renderer, date) = (scene.renderer, scene.entry.date)
        let device = try renderer.catalog.device("iphone-15")
        // The entry has its picture, as that of the template has it in the loader's store.
        guard let cover = UIImage(contentsOfFile: "\(scene.folder)/../artwork/blue.jpg") else { return }
        var second = 0.0
        // Each picture has other times, so that nothing of the one before is used again.
        func view(_ look: (inout SubdialWidgets.WidgetEnvironment) -> Void = { _ in }) throws -> PreparedWidget {
            second += 1
            let now = date.addingTimeInterval(second)
            var environment = WidgetEnvironment(family: .systemMedium, device: device, scale: 3, now: now)
            look(&environment)
            let content = ViewContent(PlayingWidget(cover: cover, start: date.addingTimeInterval(-104), now: now))
            return try renderer.layOut(content, in: environment).widget
        }
        let times = try timings(
            rounds: 50,
            [
                { _ = try renderer.draw(view()).png() },
                {
                    second += 1
                    _ = try scene.picture(after: second).png()
                },
                { _ = try view() },
                {
                    second += 1
                    let environment = WidgetEnvironment(
                        family: .systemMedium, device: device, scale: 3, now: date.addingTimeInterval(second))
                    _ = try renderer.layOut(scene.entry, in: environment, folder: scene.folder)
                },
            ])
        report("systemMedium in SwiftUI, entry to PNG, warm", times[0], beside: ("template", times[1]))
        report("systemMedium in SwiftUI, body and layout", times[2], beside: ("template", times[3]))

        Memory.resetPeak()
        let before = Memory.resident()
        let duration = try ContinuousClock().measure {
            for index in 0..<lookCount {
                _ = try renderer.draw(
                    view { look in
                        look.appearance = index.isMultiple(of: 2) ? .light : .dark
                        look.typeSize = TypeSize.allCases[index % TypeSize.allCases.count]
                    }
                ).png()
            }
        }
        report("\(lookCount) looks of a widget in SwiftUI", duration / .seconds(1), "s")
        report("\(lookCount) looks of a widget in SwiftUI, memory", (Memory.peak() - before) / 1000, "MB")
    }
}

/// The scene of the template `systemMedium.yaml`, as a widget's source has it.
private struct PlayingWidget: View {
    let cover: UIImage
    let start, now: Date

    private let length = 562.0

    var body: some View {
        HStack(spacing: 14) {
            Image(uiImage: cover)
                .resizable()
                .aspectRatio(1, contentMode: .fit)
                .clipShape(ContainerRelativeShape())
                .overlay { ContainerRelativeShape().strokeBorder(.quaternary, lineWidth: 0.5) }
            VStack(alignment: .leading, spacing: 0) {
                HStack(spacing: 4) {
                    Image(systemName: "hifispeaker.fill")
                    Text("Living Room").lineLimit(1)
                    Spacer(minLength: 0)
                    Image(systemName: "waveform").foregroundStyle(.tint)
                }
                .font(.caption)
                .foregroundStyle(.secondary)
                Spacer(minLength: 2)
                Text("So What").font(.headline).lineLimit(2).minimumScaleFactor(0.8)
                ViewThatFits(in: .horizontal) {
                    Text("Miles Davis · Kind of Blue").lineLimit(1)
                    Text("Miles Davis").lineLimit(1)
                }
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .minimumScaleFactor(0.8)
                Spacer(minLength: 4)
                HStack(spacing: 8) {
                    Text(start, style: .timer).fixedSize()
                    ProgressView(value: min(now.timeIntervalSince(start), length), total: length)
                    Text(start.addingTimeInterval(length), style: .timer).fixedSize()
                }
                .font(.caption2)
                .monospacedDigit()
                .foregroundStyle(.secondary)
                HStack(spacing: 30) {
                    ForEach(["backward.fill", "pause.fill", "forward.fill"], id: \.self) { Image(systemName: $0) }
                }
                .frame(maxWidth: .infinity)
                .padding(.top, 7)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .containerBackground(Color(red: 0.07, green: 0.14, blue: 0.29), for: .widget)
    }
}
