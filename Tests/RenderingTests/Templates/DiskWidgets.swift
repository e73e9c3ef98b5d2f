import Foundation
import SubdialSwiftUI
import SubdialWidgetKit

/// An entry of a disk, as its file has it.
struct DiskEntry: TimelineEntry, Decodable {
    let date: Date
    let title: String
    let free: Int64
    let fraction: Double

    var percent: Int { Int((fraction * 100).rounded()) }
    var symbol: String { fraction > 0.9 ? "exclamationmark.triangle.fill" : "internaldrive.fill" }
    var tint: Color { fraction > 0.9 ? .red : fraction > 0.75 ? .yellow : .green }
}

/// The square of a disk.
struct DiskSquare: View {
    let entry: DiskEntry

    var body: some View {
        ViewThatFits(in: .vertical) {
            VStack(alignment: .leading, spacing: 0) {
                title
                Spacer(minLength: 2)
                number
                bar.padding(.bottom, 8)
                ViewThatFits(in: .horizontal) {
                    Text("\(free) free")
                    Text(free)
                }
                .font(.subheadline)
                .monospacedDigit()
                .foregroundStyle(.secondary)
                .lineLimit(1)
                .minimumScaleFactor(0.6)
            }
            VStack(alignment: .leading, spacing: 0) {
                title
                Spacer(minLength: 2)
                number
                bar.padding(.bottom, 4)
            }
        }
        .containerBackground(for: .widget) { Color(red: 0x1C / 255, green: 0x1C / 255, blue: 0x1E / 255) }
    }

    private var free: String { entry.free.formatted(.byteCount(style: .decimal)) }

    private var title: some View {
        HStack(spacing: 6) {
            SizedSymbol(entry.symbol, height: 18).foregroundStyle(.secondary)
            Text(entry.title).font(.headline).lineLimit(1).truncationMode(.middle).minimumScaleFactor(0.7)
        }
    }

    private var number: some View {
        Text("\(entry.percent)%")
            .font(.system(size: 40, weight: .semibold, design: .rounded))
            .monospacedDigit()
            .lineLimit(1)
            .minimumScaleFactor(0.5)
    }

    private var bar: some View {
        ProgressView(value: entry.fraction)
            .progressViewStyle(BarStyle(height: 8))
            .tint(entry.tint)
            .widgetAccentable()
            .padding(.top, 2)
    }
}

/// The ring of a disk, on the lock screen.
struct DiskRing: View {
    let entry: DiskEntry

    var body: some View {
        ZStack {
            AccessoryWidgetBackground()
            Gauge(value: entry.fraction) {
                EmptyView()
            } currentValueLabel: {
                VStack(spacing: 0) {
                    SizedSymbol(entry.symbol, height: 15)
                    Text("\(entry.percent)%").lineLimit(1).minimumScaleFactor(0.5)
                }
                // A template's texts are leading unless it says otherwise, those of a gauge are centred.
                .multilineTextAlignment(.leading)
            }
            .gaugeStyle(.accessoryCircularCapacity)
            .tint(entry.tint)
            .padding(4)
            .widgetAccentable()
        }
    }
}
