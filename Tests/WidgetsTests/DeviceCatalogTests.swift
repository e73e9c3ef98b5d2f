import FoundationEssentials
import SubdialLayout
import SubdialTimeline
import SubdialWidgets
import Testing

@Suite struct DeviceCatalogTests {
    let catalog: DeviceCatalog

    init() throws {
        catalog = try WidgetRenderer.catalog(resources)
    }

    private static let home: Set<WidgetFamily> = [.systemSmall, .systemMedium, .systemLarge]
    private static let lock: Set<WidgetFamily> = [.accessoryCircular, .accessoryRectangular, .accessoryInline]

    @Test func everyDeviceHasTheFamiliesOfItsKind() {
        #expect(catalog.devices.filter { $0.panel == nil }.count == 57)
        #expect(Set(catalog.devices.map(\.id)).count == catalog.devices.count)
        for device in catalog.devices {
            let families = Set(device.places.keys)
            if device.panel != nil {
                #expect(families == [.panel] && ActivityScreen(device) == nil && !device.isWatch, "\(device.id)")
                continue
            }
            if device.id == "iphone-se-1" {
                // The device's last system has no widgets on the lock screen.
                #expect(families == Self.home)
            } else if device.id.hasPrefix("iphone") {
                #expect(families == Self.home.union(Self.lock), "\(device.id)")
            } else if device.id.hasPrefix("ipad") {
                #expect(families == Self.home.union([.systemExtraLarge]), "\(device.id)")
            } else if device.id.hasPrefix("stream") {
                // A video picture: any number of lines, and a strip over it.
                #expect(families == [.overlay] && ActivityScreen(device) == nil, "\(device.id)")
            } else {
                #expect(device.id.hasPrefix("watch") && families == Self.lock.union([.accessoryCorner]), "\(device.id)")
            }
            #expect(device.isWatch == device.id.hasPrefix("watch"))
            #expect(([2, 3].contains(device.scale) || families == [.overlay]) && !device.name.isEmpty)
        }
    }

    @Test func everySizeFitsItsScreen() {
        for device in catalog.devices {
            for (family, place) in device.places {
                #expect(place.size.width > 0 && place.size.height > 0, "\(device.id) \(family)")
                #expect(
                    max(place.size.width, place.size.height) <= max(device.screen.width, device.screen.height), "\(device.id) \(family)")
                // Only iPads scale a widget after its layout, by the same factor in both directions.
                if !device.id.hasPrefix("ipad") { #expect(place.canvas == place.size) }
                #expect(
                    abs(place.size.width / place.canvas.width - place.size.height / place.canvas.height) < 0.01, "\(device.id) \(family)")
            }
        }
    }

    @Test(arguments: [
        ("iphone-15", WidgetFamily.systemSmall, 158, 158, Device.Provenance.apple), ("iphone-15", .systemMedium, 338, 158, .apple),
        ("iphone-15", .systemLarge, 338, 354, .apple), ("iphone-15", .accessoryCircular, 72, 72, .apple),
        ("iphone-15", .accessoryRectangular, 160, 72, .apple), ("iphone-15", .accessoryInline, 234, 26, .apple),
        ("iphone-15-pro-max", .systemLarge, 364, 382, .apple), ("iphone-14-plus", .systemMedium, 364, 170, .apple),
        ("iphone-xr", .systemLarge, 360, 379, .apple), ("iphone-xr", .accessoryRectangular, 160, 72, .apple),
        ("iphone-8-plus", .systemSmall, 159, 159, .apple), ("iphone-8-plus", .systemMedium, 348, 157, .apple),
        ("iphone-x", .systemLarge, 329, 345, .apple), ("iphone-12-mini", .accessoryRectangular, 157, 72, .apple),
        ("iphone-se-3", .systemLarge, 321, 324, .apple), ("iphone-se-3", .accessoryCircular, 68, 68, .apple),
        ("iphone-se-1", .systemLarge, 292, 311, .apple), ("iphone-16-pro", .systemLarge, 349.67, 365, .measured),
        ("iphone-16-pro", .systemSmall, 161.67, 161.67, .estimated), ("iphone-air", .systemSmall, 170, 170, .estimated),
        ("iphone-17-pro-max", .accessoryInline, 257, 26, .estimated),
        ("ipad-mini", .systemExtraLarge, 540, 260, .apple), ("ipad-pro-11", .systemMedium, 300, 136, .apple),
        ("ipad-pro-12.9", .systemLarge, 356, 356, .apple), ("ipad-10.2", .systemSmall, 124, 124, .apple),
        ("ipad-pro-10.5", .systemExtraLarge, 600, 288, .apple),
        ("watch-40mm", .accessoryCircular, 42, 42, .apple), ("watch-41mm", .accessoryRectangular, 171.5, 73, .apple),
        ("watch-44mm", .accessoryCorner, 72, 72, .estimated), ("watch-45mm", .accessoryRectangular, 193, 82, .apple),
        ("watch-49mm", .accessoryCircular, 50, 50, .apple), ("watch-45mm", .accessoryInline, 154, 23, .estimated),
        // The 42 mm of 2024 counts as a 41 mm, that of 2015 as a 40 mm, and the 46 mm as a 45 mm.
        ("watch-42mm", .accessoryCircular, 44.5, 44.5, .estimated), ("watch-42mm-series-3", .accessoryCircular, 42, 42, .estimated),
        ("watch-46mm", .accessoryRectangular, 193, 82, .estimated),
    ])
    func sizes(device: String, family: WidgetFamily, width: Double, height: Double, provenance: Device.Provenance) throws {
        let place = try #require(catalog.device(device).places[family])
        #expect(place.size == Size(width, height))
        #expect(place.provenance == provenance)
    }

    @Test(arguments: [
        ("ipad-mini", WidgetFamily.systemMedium, 305.5, 141), ("ipad-10.2", .systemExtraLarge, 669, 320.5),
        ("ipad-air", .systemLarge, 342, 342),
        ("ipad-pro-12.9", .systemSmall, 170, 170), ("ipad-pro-10.5", .systemMedium, 327.5, 150),
    ])
    func canvases(device: String, family: WidgetFamily, width: Double, height: Double) throws {
        #expect(try catalog.device(device).places[family]?.canvas == Size(width, height))
    }

    @Test(arguments: [
        ("iphone-15", 393, 852, 3), ("iphone-11", 414, 896, 2), ("iphone-se-2", 375, 667, 2), ("ipad-pro-12.9", 1024, 1366, 2),
        ("watch-49mm-ultra-3", 211, 257, 2), ("watch-46mm", 208, 248, 2),
    ])
    func screens(device: String, width: Double, height: Double, scale: Double) throws {
        let device = try catalog.device(device)
        #expect(device.screen == Size(width, height) && device.scale == scale)
    }

    @Test(arguments: [("watch-41mm", TypeSize.large), ("watch-44mm", .xLarge), ("iphone-15", .large)])
    func typeSizes(device: String, typeSize: TypeSize) throws {
        #expect(try catalog.device(device).typeSize == typeSize)
    }

    @Test(arguments: [
        ("iphone-51", "there is no device 'iphone-51'; did you mean 'iphone-11'? 'subdial render --list-devices' lists them all"),
        ("Watch-45MM", "there is no device 'Watch-45MM'; did you mean 'watch-45mm'? 'subdial render --list-devices' lists them all"),
        ("walkman", "there is no device 'walkman'; 'subdial render --list-devices' lists them all"),
    ])
    func unknownDevice(id: String, message: String) {
        #expect { try catalog.device(id) } throws: { "\($0)" == message }
    }

    @Test func aDeviceForEachFamilyWhereNobodyNamesOne() throws {
        for family in WidgetFamily.allCases {
            #expect(try catalog.standardDevice(for: family).places[family] != nil)
        }
        #expect(try catalog.standardDevice(for: .systemMedium).id == "iphone-15")
        #expect(try catalog.standardDevice(for: .accessoryCorner).id == "watch-45mm")
    }

    @Test(arguments: [
        ("screens: {}", "d.yaml: the key 'devices' is missing"),
        ("devices: { a: { name: A, screen: s, scale: 2 } }", "d.yaml: the device 'a' or its screen is not complete"),
        (
            "screens: { s: { screen: [1, 2], typography: ios, families: { systemSmal: { size: [1, 1], provenance: apple } } } }\n"
                + "devices: { a: { name: A, screen: s, scale: 2 } }",
            "d.yaml: the device 'a' or its screen is not complete"
        ),
        (
            "screens: { s: { screen: [1, 2], typography: ios, families: { systemSmall: { size: [0, 1], provenance: apple } } } }\n"
                + "devices: { a: { name: A, screen: s, scale: 2 } }",
            "d.yaml: the device 'a' or its screen is not complete"
        ),
    ])
    func incompleteCatalogues(text: String, message: String) {
        #expect { try DeviceCatalog(text, file: "d.yaml") } throws: { "\($0)" == message }
    }
}
