import SubdialSystem

/// The functions of Little CMS, which converts colours.
struct ColorLibrary: Sendable {
    typealias Profile = OpaquePointer
    typealias Curve = OpaquePointer
    typealias Transform = OpaquePointer

    private typealias Open = @convention(c) (UnsafeRawPointer?, UInt32) -> Profile?
    private typealias Close = @convention(c) (Profile) -> Int32
    private typealias Space = @convention(c) (Profile) -> UInt32
    private typealias Standard = @convention(c) () -> Profile?
    private typealias Custom = @convention(c) (UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Curve?>) -> Profile?
    private typealias Parametric = @convention(c) (OpaquePointer?, Int32, UnsafePointer<Double>) -> Curve?
    private typealias FreeCurve = @convention(c) (Curve) -> Void
    private typealias Create = @convention(c) (Profile, UInt32, Profile, UInt32, UInt32, UInt32) -> Transform?
    private typealias Convert = @convention(c) (Transform, UnsafeRawPointer, UnsafeMutableRawPointer, UInt32) -> Void
    private typealias Delete = @convention(c) (Transform) -> Void

    private let openProfile: Open
    private let closeProfile: Close
    private let colorSpace: Space
    private let standard: Standard
    private let custom: Custom
    private let parametric: Parametric
    private let freeCurve: FreeCurve
    private let create: Create
    private let convertPixels: Convert
    private let delete: Delete

    static let library = LoadedLibrary(file: "liblcms2.so.2", package: .lcms)

    /// The library; nil if it is not installed.
    static let shared = ColorLibrary()

    private init?() {
        guard let opened = Self.library.open() else { return nil }
        func find<Function>(_ name: String, _ type: Function.Type) -> Function? { Self.library.find(name, in: opened, as: type) }
        guard let open = find("cmsOpenProfileFromMem", Open.self), let close = find("cmsCloseProfile", Close.self),
            let space = find("cmsGetColorSpace", Space.self), let standard = find("cmsCreate_sRGBProfile", Standard.self),
            let custom = find("cmsCreateRGBProfile", Custom.self),
            let parametric = find("cmsBuildParametricToneCurve", Parametric.self), let freeCurve = find("cmsFreeToneCurve", FreeCurve.self),
            let create = find("cmsCreateTransform", Create.self), let convert = find("cmsDoTransform", Convert.self),
            let delete = find("cmsDeleteTransform", Delete.self)
        else { return nil }
        (openProfile, closeProfile, colorSpace, self.standard, self.custom) = (open, close, space, standard, custom)
        (self.parametric, self.freeCurve, self.create, convertPixels, self.delete) = (parametric, freeCurve, create, convert, delete)
    }

    /// A kind of colours, with its signature in ICC profiles.
    enum Kind: UInt32 {
        case grey = 0x4752_4159
        case rgb = 0x5247_4220
        case cmyk = 0x434D_594B
    }

    /// The kind of an ICC profile's colours by its header; nil for others, and for what is no profile.
    static func kind(ofProfile bytes: [UInt8]) -> Kind? {
        guard bytes.count >= 128 else { return nil }
        return Kind(rawValue: bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Makes a transform to sRGB, with the rendering intent "perceptual"; nil if a profile is not usable.
    func transform(from colors: SourceColors, _ input: UInt32, to output: UInt32) -> Transform? {
        guard let source = profile(colors) else { return nil }
        defer { _ = closeProfile(source) }
        guard let target = standard() else { return nil }
        defer { _ = closeProfile(target) }
        // Without the cache of the last pixel, several threads can use a transform.
        return create(source, input, target, output, 0, 0x0040)
    }

    func convert(_ transform: Transform, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, count: Int) {
        convertPixels(transform, source, target, UInt32(clamping: count))
    }

    func free(_ transform: Transform) { delete(transform) }

    private func profile(_ colors: SourceColors) -> Profile? {
        switch colors {
        case .profile(let bytes): openProfile(bytes, UInt32(clamping: bytes.count))
        case .space(let space): space.isUsable ? profile(space) : nil
        case .unknown: nil
        }
    }

    private func profile(_ space: SourceColors.ColorSpace) -> Profile? {
        let made =
            switch space.curve {
            case .power(let gamma): parametric(nil, 1, [gamma])
            case .parts(let g, let a, let b, let c, let d): parametric(nil, 4, [g, a, b, c, d])
            }
        guard let made else { return nil }
        defer { freeCurve(made) }
        // `cmsCIExyY`: x, y and the lightness.
        return custom(
            [space.white.x, space.white.y, 1],
            [space.red, space.green, space.blue].flatMap { [$0.x, $0.y, 1] }, [made, made, made])
    }
}
