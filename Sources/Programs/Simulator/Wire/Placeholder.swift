/// The bridge's response with status 200 if there is no picture.
struct Placeholder {
    // The bridge accepts any size; the simulator limits it.
    private static let limit = 4096

    private let width: Int
    private let height: Int

    init(width: Int, height: Int) {
        self.width = min(width, Self.limit)
        self.height = min(height, Self.limit)
    }

    /// Grey letters on dark grey.
    var svg: Reply { svg(type: "image/svg+xml") }

    /// The same as Express sends it, with a charset.
    var expressSVG: Reply { svg(type: "image/svg+xml; charset=utf-8") }

    private func svg(type: String) -> Reply {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\
            <rect width="100%" height="100%" fill="#333"/>\
            <text x="50%" y="50%" fill="#888" text-anchor="middle" dy=".3em">No Image</text></svg>
            """
        return Reply(status: 200, body: .bytes(Array(text.utf8), type: type))
    }

    /// The same dark grey in 16 bits for each pixel, little-endian.
    var rgb565: Reply {
        let pixel: [UInt8] = [0x86, 0x31]
        return Reply(
            status: 200,
            headers: [("x-image-format", "rgb565"), ("x-image-width", "\(width)"), ("x-image-height", "\(height)")],
            body: .bytes((0..<width * height * 2).map { pixel[$0 & 1] }, type: "application/octet-stream")
        )
    }
}
