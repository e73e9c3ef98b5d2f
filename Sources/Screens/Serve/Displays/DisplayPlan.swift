import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialWidgets
import Synchronization

/// The configured displays, and the settings on which their responses depend.
package struct DisplayPlan: Sendable {
    /// The permitted displays.
    package var displays: [DisplaySettings]
    /// The URL at which displays reach this server, such as `https://panels.example`, without a trailing slash; nil for the address of the
    /// request.
    package var address: String?
    /// The time zones of the displays' location.
    package var zones: TimeZones

    /// Makes a plan.
    package init(displays: [DisplaySettings], address: String? = nil, zones: TimeZones) {
        self.displays = displays
        self.address = address
        self.zones = zones
    }

    /// The settings of the display with an id; nil if it is not permitted.
    func settings(of id: String) -> DisplaySettings? { displays.first { $0.id == id } }

    /// The ids of all displays.
    var ids: Set<String> { Set(displays.map(\.id)) }
}
