import Glibc
import SubdialEngineWire
import SubdialSystem
import Synchronization

/// The status of a running engine.
package struct EngineStatus: Codable, Equatable, Sendable {
    /// A front that the engine answers.
    package struct Front: Codable, Equatable, Sendable {
        /// The arguments of the front.
        package var arguments: [String]
        /// The working folder of the front.
        package var workingFolder: String
        /// The process id of the front.
        package var processID: Int32
        /// The time since it attached, in seconds.
        package var attachedSeconds: Double
    }

    /// The engine's version.
    package var version = SubdialVersion.current
    /// The engine's process id.
    package var processID: Int32
    /// The time since the engine started, in seconds.
    package var uptimeSeconds: Double
    /// The attached fronts, oldest first, without those that only query the engine itself.
    package var fronts: [Front]
}
