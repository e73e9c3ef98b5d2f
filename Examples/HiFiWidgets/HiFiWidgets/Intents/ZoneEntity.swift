import AppIntents

/// A room of the hi-fi that the user can choose.
struct ZoneEntity: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Room"
    static let defaultQuery = ZoneQuery()

    let id: String
    let name: String

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", image: DisplayRepresentation.Image(systemName: "hifispeaker.fill"))
    }

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    init(_ zone: Zone) { self.init(id: zone.id, name: zone.name) }
}

/// Asks the bridge for its rooms.
struct ZoneQuery: EntityStringQuery {
    private let settings = BridgeSettings()

    /// The rooms with these ids, also when the bridge does not answer or does not know them: a widget must not lose its room by that.
    func entities(for identifiers: [ZoneEntity.ID]) async throws -> [ZoneEntity] {
        let zones = (try? await settings.client.zones()) ?? settings.zones
        return identifiers.map { id in
            let name = (zones + settings.zones).first { $0.id == id }?.name
            return ZoneEntity(id: id, name: name ?? String(localized: "Room"))
        }
    }

    func entities(matching string: String) async throws -> [ZoneEntity] {
        try await suggestedEntities().filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    func suggestedEntities() async throws -> [ZoneEntity] {
        let zones = try await settings.client.zones()
        settings.zones = zones
        return zones.map { ZoneEntity($0) }
    }

    /// The room that plays, or else the first one.
    func defaultResult() async -> ZoneEntity? {
        let zones = (try? await settings.client.zones()) ?? settings.zones
        return (zones.first { $0.isPlaying } ?? zones.first).map { ZoneEntity($0) }
    }
}
