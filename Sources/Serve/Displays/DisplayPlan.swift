import Engine
import Expressions
import FoundationEssentials

/// The displays of the configuration, and what their answers depend on.
public struct DisplayPlan: Sendable {
    /// The displays that are allowed.
    public var displays: [DisplaySettings]
    /// Where displays reach this server, such as `https://panels.example`, without a slash at the end; nil for the address that they asked.
    public var address: String?
    /// The time zones of the place where the displays hang.
    public var zones: TimeZones

    /// Makes a plan.
    public init(displays: [DisplaySettings], address: String? = nil, zones: TimeZones) {
        self.displays = displays
        self.address = address
        self.zones = zones
    }

    /// The settings of the display with that id; nil where it is not allowed.
    func settings(of id: String) -> DisplaySettings? { displays.first { $0.id == id } }

    /// The ids of all displays.
    var ids: Set<String> { Set(displays.map(\.id)) }
}
