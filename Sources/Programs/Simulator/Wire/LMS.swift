/// The addresses of the simulated LMS, as they appear in messages and in keys of pictures.
enum LMS {
    static let host = "192.0.2.10"
    /// The address of its JSON interface.
    static let rpc = "http://\(host):9000/jsonrpc.js"

    /// The address of a stream's picture; LMS serves it as it is.
    static func picture(_ key: String) -> String { "http://\(host):9000/imageproxy/\(key)/image.jpg" }
}
