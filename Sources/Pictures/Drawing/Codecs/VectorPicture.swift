import SubdialBasics
import SubdialCCairo
import SubdialCPango
import SubdialLayout
import SubdialSystem

/// Draws SVG and PDF pictures with the libraries of their projects: librsvg and Poppler.
///
/// A library is loaded when a picture first needs it. Few programs show such pictures, and both load many further libraries. The functions are
/// declared here, so that their headers are not needed.
package enum VectorPicture {
    /// True for a picture that is drawn here.
    package static func canDraw(_ bytes: [UInt8]) -> Bool { library(of: ImageFormat.sniff(bytes)) != nil }

    /// Draws a picture, stretched to `width` × `height` pixels.
    ///
    /// Nothing outside of the bytes is read: neither linked files nor addresses.
    ///
    /// - Parameter size: The size in which an SVG without a size of its own is laid out.
    /// - Throws: ``ImageError``, such as ``ImageError/missingLibrary(_:remedy:)``.
    package static func draw(
        _ bytes: [UInt8], width: Int, height: Int, size: Size, limits: ImageLimits = .standard
    ) throws(ImageError) -> Bitmap {
        let format = ImageFormat.sniff(bytes)
        guard let library = library(of: format) else { throw .unknownFormat(format) }
        try limits.check(byteCount: bytes.count)
        try limits.check(width: width, height: height)
        // A document costs time for each pixel and each of its parts.
        try limits.check(memory: width * height * 4)
        return format == .svg
            ? try SVGLibrary.functions(library).draw(bytes, width, height, size)
            : try PDFLibrary.functions(library).draw(bytes, width, height)
    }

    /// The size of a picture in its own units; nil if it has none.
    ///
    /// - Throws: ``ImageError``, such as ``ImageError/missingLibrary(_:remedy:)``.
    package static func size(_ bytes: [UInt8]) throws(ImageError) -> Size? {
        let format = ImageFormat.sniff(bytes)
        guard let library = library(of: format) else { throw .unknownFormat(format) }
        return format == .svg ? try SVGLibrary.functions(library).size(bytes) : try PDFLibrary.functions(library).size(bytes)
    }

    /// A library that draws a format.
    struct Library {
        let format: ImageFormat
        let code: LoadedLibrary
    }

    private static func library(of format: ImageFormat) -> Library? {
        switch format {
        case .svg: Library(format: .svg, code: LoadedLibrary(file: "librsvg-2.so.2", package: .rsvg))
        case .pdf: Library(format: .pdf, code: LoadedLibrary(file: "libpoppler-glib.so.8", package: .poppler))
        default: nil
        }
    }
}

extension VectorPicture.Library {
    /// Opens the library.
    func open() throws(ImageError) -> UnsafeMutableRawPointer {
        guard let opened = code.open() else { throw .missingLibrary(format, remedy: code.package.remedy) }
        return opened
    }

    /// Finds a function of the library, with its type in C.
    func find<Function>(_ name: String, in opened: UnsafeMutableRawPointer, as type: Function.Type) throws(ImageError) -> Function {
        guard let found = code.find(name, in: opened, as: type) else {
            throw .codec(format, "\(code.file) has no \(name); a newer version has it")
        }
        return found
    }

    /// Throws an error that a function of GLib's kind has reported.
    func fail(_ error: UnsafeMutablePointer<GError>?) -> ImageError {
        guard let error else { return .corrupt(format, "it cannot be drawn") }
        defer { g_error_free(error) }
        return .corrupt(format, String(cString: error.pointee.message))
    }

    /// A bitmap of what a body draws with Cairo, at a scale from its own units to pixels.
    func bitmap(
        _ width: Int, _ height: Int, from size: Size, _ body: (OpaquePointer) throws(ImageError) -> Void
    ) throws(ImageError) -> Bitmap {
        do {
            let surface = try Surface(width: width, height: height)
            let context = try Context(surface)
            context.scale(x: Double(width) / size.width, y: Double(height) / size.height)
            try body(context.pointer)
            try context.check()
            return try surface.bitmap()
        } catch let error as ImageError {
            throw error
        } catch {
            throw .codec(format, "\(error)")
        }
    }
}

/// The functions of librsvg.
private struct SVGLibrary {
    typealias New = @convention(c) (UnsafePointer<UInt8>?, gsize, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?) -> gpointer?
    typealias Render =
        @convention(c) (
            gpointer, OpaquePointer, UnsafePointer<Double>, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
        ) -> gboolean
    typealias Measure = @convention(c) (gpointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> gboolean

    let library: VectorPicture.Library
    let new: New
    let render: Render
    let measure: Measure

    static func functions(_ library: VectorPicture.Library) throws(ImageError) -> SVGLibrary {
        let opened = try library.open()
        return SVGLibrary(
            library: library, new: try library.find("rsvg_handle_new_from_data", in: opened, as: New.self),
            render: try library.find("rsvg_handle_render_document", in: opened, as: Render.self),
            measure: try library.find("rsvg_handle_get_intrinsic_size_in_pixels", in: opened, as: Measure.self))
    }

    func draw(_ bytes: [UInt8], _ width: Int, _ height: Int, _ size: Size) throws(ImageError) -> Bitmap {
        try opened(bytes) { handle throws(ImageError) in
            let usable = [size.width, size.height].allSatisfy { $0.isFinite && $0 > 0 }
            let size = ownSize(handle) ?? (usable ? size : Size(Double(width), Double(height)))
            // librsvg misplaces texts at different scales, so that a stretched picture is drawn larger and then resized.
            let scale = max(Double(width) / size.width, Double(height) / size.height)
            func pixels(_ length: Double) -> Int { min(max(1, Int(saturating: (length * scale).rounded())), Surface.maximumSide) }
            let (wide, high) = (pixels(size.width), pixels(size.height))
            let isStretched = abs(wide - width) > 1 || abs(high - height) > 1
            guard !isStretched || wide * high <= 4 * (width * height + 4096) else {
                throw .tooManyPixels(width: wide, height: high, limit: 4 * width * height)
            }
            let bitmap = try library.bitmap(isStretched ? wide : width, isStretched ? high : height, from: size) {
                target throws(ImageError) in
                var error: UnsafeMutablePointer<GError>?
                // An `RsvgRectangle`: left, top, width and height.
                guard render(handle, target, [0, 0, size.width, size.height], &error) != 0 else { throw library.fail(error) }
            }
            return bitmap.resized(width: width, height: height)
        }
    }

    func size(_ bytes: [UInt8]) throws(ImageError) -> Size? { try opened(bytes) { handle throws(ImageError) in ownSize(handle) } }

    private func ownSize(_ handle: gpointer) -> Size? {
        var (width, height) = (0.0, 0.0)
        guard measure(handle, &width, &height) != 0, width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        return Size(width, height)
    }

    private func opened<Result>(_ bytes: [UInt8], _ body: (gpointer) throws(ImageError) -> Result) throws(ImageError) -> Result {
        // Texts in a picture use the same fonts as all others.
        FontLock.lock()
        defer { FontLock.unlock() }
        var error: UnsafeMutablePointer<GError>?
        guard let handle = new(bytes, gsize(bytes.count), &error) else { throw library.fail(error) }
        defer { g_object_unref(handle) }
        return try body(handle)
    }
}

/// The functions of Poppler.
private struct PDFLibrary {
    typealias New =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
        ) -> gpointer?
    typealias Page = @convention(c) (gpointer, Int32) -> gpointer?
    typealias Measure = @convention(c) (gpointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Void
    typealias Render = @convention(c) (gpointer, OpaquePointer) -> Void

    let library: VectorPicture.Library
    let new: New
    let page: Page
    let measure: Measure
    let render: Render

    static func functions(_ library: VectorPicture.Library) throws(ImageError) -> PDFLibrary {
        let opened = try library.open()
        return PDFLibrary(
            library: library, new: try library.find("poppler_document_new_from_bytes", in: opened, as: New.self),
            page: try library.find("poppler_document_get_page", in: opened, as: Page.self),
            measure: try library.find("poppler_page_get_size", in: opened, as: Measure.self),
            render: try library.find("poppler_page_render", in: opened, as: Render.self))
    }

    func draw(_ bytes: [UInt8], _ width: Int, _ height: Int) throws(ImageError) -> Bitmap {
        try opened(bytes) { page, size throws(ImageError) in
            try library.bitmap(width, height, from: size) { target throws(ImageError) in render(page, target) }
        }
    }

    func size(_ bytes: [UInt8]) throws(ImageError) -> Size? { try opened(bytes) { _, size throws(ImageError) in size } }

    /// Opens the first page.
    private func opened<Result>(_ bytes: [UInt8], _ body: (gpointer, Size) throws(ImageError) -> Result) throws(ImageError) -> Result {
        FontLock.lock()
        defer { FontLock.unlock() }
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        var error: UnsafeMutablePointer<GError>?
        guard let document = new(data, nil, &error) else { throw library.fail(error) }
        defer { g_object_unref(document) }
        guard let page = page(document, 0) else { throw .corrupt(.pdf, "it has no page") }
        defer { g_object_unref(page) }
        var (width, height) = (0.0, 0.0)
        measure(page, &width, &height)
        guard width > 0, height > 0, width.isFinite, height.isFinite else { throw .corrupt(.pdf, "its page has no size") }
        return try body(page, Size(width, height))
    }
}
