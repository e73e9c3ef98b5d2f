import AppIntents

/// The settings of a widget: its room.
struct ChooseZoneIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Choose Room"
    static let description = IntentDescription("Chooses the room that the widget shows.")

    @Parameter(title: "Room") var zone: ZoneEntity?

    init() {}

    init(_ zone: ZoneEntity?) { self.zone = zone }
}
