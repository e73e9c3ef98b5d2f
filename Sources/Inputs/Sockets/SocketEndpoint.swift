/// The target of a connection.
package enum SocketEndpoint: Hashable, Sendable {
    /// A host name or IP address (IPv6 without brackets) and a port from 1 to 65535.
    case host(String, port: Int)
    /// The absolute path of a Unix socket, of at most 107 bytes.
    case socket(path: String)
    /// The name of a Linux abstract socket, of at most 107 bytes.
    case abstractSocket(name: String)
}
