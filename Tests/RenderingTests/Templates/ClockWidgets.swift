import Foundation
import SubdialSwiftUI
import SubdialWidgetKit

/// An entry of a clock, as its file has it.
struct ClockEntry: TimelineEntry, Decodable {
    let date: Date
    let zone: String
}

/// The square of a clock, whose digits are as large as it allows.
struct ClockSquare: View {
    let entry: ClockEntry
    /// The side of the widget, which a provider is told in its context.
    let side: Double

    var body: some View {
        HStack(spacing: 2) {
            VStack(alignment: .leading, spacing: side * -0.14) {
                Digits(text: entry.date.formatted("HH", entry.zone))
                Digits(text: entry.date.formatted("mm", entry.zone)).foregroundStyle(.secondary)
            }
            .font(.system(size: side * 0.45, weight: .bold, design: .rounded))
            .monospacedDigit()
            .lineLimit(1)
            .fixedSize()
            // The lines are higher than their digits.
            .padding(.vertical, side * -0.14)
            VStack(alignment: .trailing, spacing: -1) {
                Text(entry.date.formatted("EEE", entry.zone).uppercased())
                    .font(.system(size: 13, weight: .bold))
                    .foregroundStyle(.red)
                    .widgetAccentable()
                Text(entry.date.formatted("d", entry.zone)).font(.system(size: 24, weight: .semibold, design: .rounded))
                Text(entry.date.formatted("MMM", entry.zone).uppercased())
                    .font(.system(size: 13, weight: .semibold))
                    .foregroundStyle(.secondary)
                Spacer(minLength: 0)
            }
            .lineLimit(1)
            .minimumScaleFactor(0.4)
            .padding(.top, 2)
            .padding(.bottom, 3)
            .frame(maxWidth: .infinity, alignment: .trailing)
        }
        .containerBackground(for: .widget) { Color(red: 0x1C / 255, green: 0x1C / 255, blue: 0x1E / 255) }
    }
}

/// Two digits in the width of the widest two.
private struct Digits: View {
    let text: String

    var body: some View { Text("00").hidden().overlay(alignment: .leading) { Text(text) } }
}

/// The date above the clock of the lock screen.
struct ClockLine: View {
    let entry: ClockEntry

    var body: some View {
        HStack(spacing: 5) {
            Image(systemName: "calendar")
            ViewThatFits(in: .horizontal) {
                Text(entry.date.formatted("EEEE d MMMM", entry.zone))
                Text(entry.date.formatted("EEE d MMM", entry.zone))
            }
            .lineLimit(1)
        }
        .font(.body)
    }
}
