import SubdialActivityKit
import SubdialSwiftUI
import SubdialWidgetKit

/// A match of two teams, as an app shows it.
struct MatchAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var home = 0
        var guest = 0
        var minute = 0
        var event = "Kick-off"
    }

    let home: String
    let guest: String

    static let sample = MatchAttributes(home: "Lions", guest: "Harbour")
}

extension MatchAttributes.ContentState {
    static let goal = MatchAttributes.ContentState(home: 2, guest: 1, minute: 67, event: "Goal: Amara Diallo")
}

private struct Crest: View {
    let name: String
    let color: Color
    var size: CGFloat = 36

    var body: some View {
        Text(name.prefix(1))
            .font(.system(size: size * 0.5, weight: .bold, design: .rounded))
            .foregroundStyle(.white)
            .frame(width: size, height: size)
            .background(color.gradient, in: Circle())
    }
}

private struct Score: View {
    let state: MatchAttributes.ContentState

    var body: some View {
        Text("\(state.home) – \(state.guest)").font(.system(size: 34, weight: .bold, design: .rounded)).monospacedDigit()
    }
}

private struct MatchBanner: View {
    let context: ActivityViewContext<MatchAttributes>
    @Environment(\.activityFamily) private var family

    var body: some View {
        switch family {
        case .small:
            HStack {
                Crest(name: context.attributes.home, color: .orange, size: 28)
                Spacer()
                Text("\(context.state.home) – \(context.state.guest)").font(.title3.bold()).monospacedDigit()
                Spacer()
                Crest(name: context.attributes.guest, color: .blue, size: 28)
            }
        case .medium:
            VStack(spacing: 8) {
                HStack {
                    Label(context.attributes.home, systemImage: "sportscourt").labelStyle(.titleOnly).font(.headline)
                    Crest(name: context.attributes.home, color: .orange)
                    Spacer()
                    Score(state: context.state)
                    Spacer()
                    Crest(name: context.attributes.guest, color: .blue)
                    Text(context.attributes.guest).font(.headline)
                }
                HStack {
                    Text(context.isStale ? "Waiting for news" : context.state.event)
                    Spacer()
                    Text("\(context.state.minute)′").monospacedDigit()
                }
                .font(.subheadline)
                .foregroundStyle(.secondary)
            }
            .padding()
        }
    }
}

struct MatchActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: MatchAttributes.self) { context in
            MatchBanner(context: context)
                .activityBackgroundTint(Color.green.opacity(0.25))
                .activitySystemActionForegroundColor(.white)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    HStack {
                        Crest(name: context.attributes.home, color: .orange)
                        Text(context.attributes.home).font(.caption)
                    }
                }
                DynamicIslandExpandedRegion(.trailing) {
                    HStack {
                        Text(context.attributes.guest).font(.caption)
                        Crest(name: context.attributes.guest, color: .blue)
                    }
                }
                DynamicIslandExpandedRegion(.center) { Score(state: context.state) }
                DynamicIslandExpandedRegion(.bottom) {
                    Text(context.state.event).font(.subheadline).foregroundStyle(.secondary)
                }
            } compactLeading: {
                Crest(name: context.attributes.home, color: .orange, size: 24)
            } compactTrailing: {
                Text("\(context.state.home)–\(context.state.guest)").font(.caption.bold()).monospacedDigit()
            } minimal: {
                Text("\(context.state.minute)′").font(.caption2)
            }
            .widgetURL(URL(string: "match://now"))
            .keylineTint(.green)
        }
        .supplementalActivityFamilies([.small])
    }
}
