/// A JSON dialect of the bridge.
package enum Dialect: String, Sendable, CaseIterable {
    /// The Rust bridge, version 3.3.0.
    case rust
    /// The last Node.js bridge, version 2.7.1-rc.1.
    case node
}
