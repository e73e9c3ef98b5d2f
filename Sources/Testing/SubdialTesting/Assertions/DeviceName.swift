// The underscores stand for decimal points.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A device for which widgets are drawn, by its id in `subdial render --list-devices`.
public struct DeviceName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The id, such as `iphone-15`.
    public let id: String

    /// Makes the name of a device, for example of one in a custom `devices.yaml`.
    public init(_ id: String) { self.id = id }

    /// Makes the name of a device.
    public init(stringLiteral id: String) { self.init(id) }
}

extension DeviceName {
    /// All devices with a constant here.
    public static let allShipped: [DeviceName] = [
        .iphone17ProMax, .iphone16ProMax, .iphoneAir, .iphone17, .iphone17Pro, .iphone16Pro, .iphone16Plus, .iphone15Plus,
        .iphone15ProMax, .iphone14ProMax, .iphone16, .iphone15, .iphone15Pro, .iphone14Pro, .iphone16e, .iphone14, .iphone13,
        .iphone13Pro, .iphone12, .iphone12Pro, .iphone14Plus, .iphone13ProMax, .iphone12ProMax, .iphone13Mini, .iphone12Mini,
        .iphone11Pro, .iphoneXs, .iphoneX, .iphone11ProMax, .iphoneXsMax, .iphone11, .iphoneXr, .iphone8Plus, .iphoneSe3,
        .iphoneSe2, .iphone8, .iphoneSe1, .ipadMini, .ipad9_7, .ipad10_2, .ipadAir, .ipadPro11, .ipadPro10_5, .ipadPro12_9,
        .watch42mmSeries3, .watch40mm, .watch41mm, .watch42mm, .watch44mm, .watch45mm, .watch46mm, .watch49mm, .watch49mmUltra3,
        .stream720p, .stream1080p, .stream1440p, .stream2160p, .trmnlOg, .trmnlOgPlus, .trmnlOgBwry, .trmnlX, .seeedE1001,
        .seeedE1002, .seeedE1003, .waveshare7_5, .waveshare7_5Bwr, .xteinkX4, .inkyImpression7_3, .inkyImpression7_3_2022,
        .inkyImpression13_3, .inkplate10, .inkplate5, .inkplate6Plus, .inkplate6Color, .m5PaperS3, .remarkable2, .kindle2024,
        .kindlePaperwhite7, .kindlePaperwhite11, .kindleScribe, .koboLibra2, .koboAuraOne, .koboGlo,
    ]

    /// `iphone-17-pro-max`.
    public static let iphone17ProMax: DeviceName = "iphone-17-pro-max"
    /// `iphone-16-pro-max`.
    public static let iphone16ProMax: DeviceName = "iphone-16-pro-max"
    /// `iphone-air`.
    public static let iphoneAir: DeviceName = "iphone-air"
    /// `iphone-17`.
    public static let iphone17: DeviceName = "iphone-17"
    /// `iphone-17-pro`.
    public static let iphone17Pro: DeviceName = "iphone-17-pro"
    /// `iphone-16-pro`.
    public static let iphone16Pro: DeviceName = "iphone-16-pro"
    /// `iphone-16-plus`.
    public static let iphone16Plus: DeviceName = "iphone-16-plus"
    /// `iphone-15-plus`.
    public static let iphone15Plus: DeviceName = "iphone-15-plus"
    /// `iphone-15-pro-max`.
    public static let iphone15ProMax: DeviceName = "iphone-15-pro-max"
    /// `iphone-14-pro-max`.
    public static let iphone14ProMax: DeviceName = "iphone-14-pro-max"
    /// `iphone-16`.
    public static let iphone16: DeviceName = "iphone-16"
    /// `iphone-15`.
    public static let iphone15: DeviceName = "iphone-15"
    /// `iphone-15-pro`.
    public static let iphone15Pro: DeviceName = "iphone-15-pro"
    /// `iphone-14-pro`.
    public static let iphone14Pro: DeviceName = "iphone-14-pro"
    /// `iphone-16e`.
    public static let iphone16e: DeviceName = "iphone-16e"
    /// `iphone-14`.
    public static let iphone14: DeviceName = "iphone-14"
    /// `iphone-13`.
    public static let iphone13: DeviceName = "iphone-13"
    /// `iphone-13-pro`.
    public static let iphone13Pro: DeviceName = "iphone-13-pro"
    /// `iphone-12`.
    public static let iphone12: DeviceName = "iphone-12"
    /// `iphone-12-pro`.
    public static let iphone12Pro: DeviceName = "iphone-12-pro"
    /// `iphone-14-plus`.
    public static let iphone14Plus: DeviceName = "iphone-14-plus"
    /// `iphone-13-pro-max`.
    public static let iphone13ProMax: DeviceName = "iphone-13-pro-max"
    /// `iphone-12-pro-max`.
    public static let iphone12ProMax: DeviceName = "iphone-12-pro-max"
    /// `iphone-13-mini`.
    public static let iphone13Mini: DeviceName = "iphone-13-mini"
    /// `iphone-12-mini`.
    public static let iphone12Mini: DeviceName = "iphone-12-mini"
    /// `iphone-11-pro`.
    public static let iphone11Pro: DeviceName = "iphone-11-pro"
    /// `iphone-xs`.
    public static let iphoneXs: DeviceName = "iphone-xs"
    /// `iphone-x`.
    public static let iphoneX: DeviceName = "iphone-x"
    /// `iphone-11-pro-max`.
    public static let iphone11ProMax: DeviceName = "iphone-11-pro-max"
    /// `iphone-xs-max`.
    public static let iphoneXsMax: DeviceName = "iphone-xs-max"
    /// `iphone-11`.
    public static let iphone11: DeviceName = "iphone-11"
    /// `iphone-xr`.
    public static let iphoneXr: DeviceName = "iphone-xr"
    /// `iphone-8-plus`.
    public static let iphone8Plus: DeviceName = "iphone-8-plus"
    /// `iphone-se-3`.
    public static let iphoneSe3: DeviceName = "iphone-se-3"
    /// `iphone-se-2`.
    public static let iphoneSe2: DeviceName = "iphone-se-2"
    /// `iphone-8`.
    public static let iphone8: DeviceName = "iphone-8"
    /// `iphone-se-1`.
    public static let iphoneSe1: DeviceName = "iphone-se-1"
    /// `ipad-mini`.
    public static let ipadMini: DeviceName = "ipad-mini"
    /// `ipad-9.7`.
    public static let ipad9_7: DeviceName = "ipad-9.7"
    /// `ipad-10.2`.
    public static let ipad10_2: DeviceName = "ipad-10.2"
    /// `ipad-air`.
    public static let ipadAir: DeviceName = "ipad-air"
    /// `ipad-pro-11`.
    public static let ipadPro11: DeviceName = "ipad-pro-11"
    /// `ipad-pro-10.5`.
    public static let ipadPro10_5: DeviceName = "ipad-pro-10.5"
    /// `ipad-pro-12.9`.
    public static let ipadPro12_9: DeviceName = "ipad-pro-12.9"
    /// `watch-42mm-series-3`.
    public static let watch42mmSeries3: DeviceName = "watch-42mm-series-3"
    /// `watch-40mm`.
    public static let watch40mm: DeviceName = "watch-40mm"
    /// `watch-41mm`.
    public static let watch41mm: DeviceName = "watch-41mm"
    /// `watch-42mm`.
    public static let watch42mm: DeviceName = "watch-42mm"
    /// `watch-44mm`.
    public static let watch44mm: DeviceName = "watch-44mm"
    /// `watch-45mm`.
    public static let watch45mm: DeviceName = "watch-45mm"
    /// `watch-46mm`.
    public static let watch46mm: DeviceName = "watch-46mm"
    /// `watch-49mm`.
    public static let watch49mm: DeviceName = "watch-49mm"
    /// `watch-49mm-ultra-3`.
    public static let watch49mmUltra3: DeviceName = "watch-49mm-ultra-3"
    /// `stream-720p`.
    public static let stream720p: DeviceName = "stream-720p"
    /// `stream-1080p`.
    public static let stream1080p: DeviceName = "stream-1080p"
    /// `stream-1440p`.
    public static let stream1440p: DeviceName = "stream-1440p"
    /// `stream-2160p`.
    public static let stream2160p: DeviceName = "stream-2160p"
    /// `trmnl-og`.
    public static let trmnlOg: DeviceName = "trmnl-og"
    /// `trmnl-og-plus`.
    public static let trmnlOgPlus: DeviceName = "trmnl-og-plus"
    /// `trmnl-og-bwry`.
    public static let trmnlOgBwry: DeviceName = "trmnl-og-bwry"
    /// `trmnl-x`.
    public static let trmnlX: DeviceName = "trmnl-x"
    /// `seeed-e1001`.
    public static let seeedE1001: DeviceName = "seeed-e1001"
    /// `seeed-e1002`.
    public static let seeedE1002: DeviceName = "seeed-e1002"
    /// `seeed-e1003`.
    public static let seeedE1003: DeviceName = "seeed-e1003"
    /// `waveshare-7.5`.
    public static let waveshare7_5: DeviceName = "waveshare-7.5"
    /// `waveshare-7.5-bwr`.
    public static let waveshare7_5Bwr: DeviceName = "waveshare-7.5-bwr"
    /// `xteink-x4`.
    public static let xteinkX4: DeviceName = "xteink-x4"
    /// `inky-impression-7.3`.
    public static let inkyImpression7_3: DeviceName = "inky-impression-7.3"
    /// `inky-impression-7.3-2022`.
    public static let inkyImpression7_3_2022: DeviceName = "inky-impression-7.3-2022"
    /// `inky-impression-13.3`.
    public static let inkyImpression13_3: DeviceName = "inky-impression-13.3"
    /// `inkplate-10`.
    public static let inkplate10: DeviceName = "inkplate-10"
    /// `inkplate-5`.
    public static let inkplate5: DeviceName = "inkplate-5"
    /// `inkplate-6-plus`.
    public static let inkplate6Plus: DeviceName = "inkplate-6-plus"
    /// `inkplate-6-color`.
    public static let inkplate6Color: DeviceName = "inkplate-6-color"
    /// `m5-paper-s3`.
    public static let m5PaperS3: DeviceName = "m5-paper-s3"
    /// `remarkable-2`.
    public static let remarkable2: DeviceName = "remarkable-2"
    /// `kindle-2024`.
    public static let kindle2024: DeviceName = "kindle-2024"
    /// `kindle-paperwhite-7`.
    public static let kindlePaperwhite7: DeviceName = "kindle-paperwhite-7"
    /// `kindle-paperwhite-11`.
    public static let kindlePaperwhite11: DeviceName = "kindle-paperwhite-11"
    /// `kindle-scribe`.
    public static let kindleScribe: DeviceName = "kindle-scribe"
    /// `kobo-libra-2`.
    public static let koboLibra2: DeviceName = "kobo-libra-2"
    /// `kobo-aura-one`.
    public static let koboAuraOne: DeviceName = "kobo-aura-one"
    /// `kobo-glo`.
    public static let koboGlo: DeviceName = "kobo-glo"
}
