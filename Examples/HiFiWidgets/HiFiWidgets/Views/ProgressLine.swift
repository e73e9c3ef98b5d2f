import SwiftUI

/// How far a track is: a line, with the elapsed and the remaining time at its ends.
struct ProgressLine: View {
    @ScaledMetric(relativeTo: .caption2) private var digitWidth = 7.0

    let position: Track.Position
    var showsTimes = true

    var body: some View {
        // Large type leaves no space for the line between its times.
        ViewThatFits(in: .horizontal) {
            if showsTimes {
                HStack(spacing: 6) {
                    elapsed.frame(width: timeWidth, alignment: .leading)
                    line.frame(minWidth: 60, idealWidth: 60)
                    // A running text takes all the width that it gets.
                    remaining.multilineTextAlignment(.trailing).frame(width: timeWidth + digitWidth, alignment: .trailing)
                }
            }
            line
        }
        .font(.caption2.monospacedDigit())
        .foregroundStyle(.secondary)
        .lineLimit(1)
        .minimumScaleFactor(0.7)
        // Time runs from the left in every language.
        .environment(\.layoutDirection, .leftToRight)
    }

    /// The width of a time, of which hours need more.
    private var timeWidth: CGFloat {
        let length =
            switch position {
            case .running(let start, let end): end.timeIntervalSince(start)
            case .held(_, let length): length
            }
        return digitWidth * (length < 600 ? 4 : length < 3_600 ? 5 : 6.5)
    }

    @ViewBuilder private var line: some View {
        switch position {
        case .running(let start, let end):
            ProgressView(timerInterval: start...end, countsDown: false, label: { EmptyView() }, currentValueLabel: { EmptyView() })
                .tint(Color.primary)
        case .held(let elapsed, let length):
            ProgressView(value: min(elapsed, length), total: length).tint(Color.primary)
        }
    }

    @ViewBuilder private var elapsed: some View {
        switch position {
        case .running(let start, let end): Text(timerInterval: start...end, countsDown: false)
        case .held(let elapsed, _): Text(Self.time(elapsed))
        }
    }

    private var remaining: Text {
        switch position {
        case .running(let start, let end): Text(verbatim: "−") + Text(timerInterval: start...end, countsDown: true)
        case .held(let elapsed, let length): Text(verbatim: "−\(Self.time(length - elapsed))")
        }
    }

    static func time(_ seconds: TimeInterval) -> String {
        Duration.seconds(seconds).formatted(seconds < 3_600 ? .time(pattern: .minuteSecond) : .time(pattern: .hourMinuteSecond))
    }
}
