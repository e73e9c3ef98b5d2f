import SubdialCPages

/// A static file of the page, compiled in.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let mediaType: String
    let tag: String

    init(_ file: SubdialFile, _ mediaType: String) {
        bytes = Array(UnsafeBufferPointer(start: file.start, count: file.count))
        self.mediaType = mediaType
        tag = bytes.entityTag
    }

    /// The files by name; the page itself has the empty name.
    static let all: [String: PageFile] = [
        "": PageFile(subdial_index_html(), "text/html; charset=utf-8"),
        "page.css": PageFile(subdial_page_css(), "text/css; charset=utf-8"),
        "page.js": PageFile(subdial_page_js(), "text/javascript; charset=utf-8"),
        "manifest.webmanifest": PageFile(subdial_manifest_webmanifest(), "application/manifest+json"),
        "service-worker.js": PageFile(subdial_service_worker_js(), "text/javascript; charset=utf-8"),
        "icon.svg": PageFile(subdial_icon_svg(), "image/svg+xml"),
        "icon-192.png": PageFile(subdial_icon_192_png(), "image/png"),
        "icon-512.png": PageFile(subdial_icon_512_png(), "image/png"),
        "icon-maskable-512.png": PageFile(subdial_icon_maskable_512_png(), "image/png"),
    ]

    /// The content security policy: the page's own files and this server's pictures, and no inline scripts.
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
        + "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
}
