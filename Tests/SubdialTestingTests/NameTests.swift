import SubdialFeeds
import SubdialTestSupport
import SubdialWidgets
import Testing

@testable import SubdialTesting

/// Tests that everything that has a name has a constant.
@Suite struct NameTests {
    @Test func everyDeviceHasAName() throws {
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        #expect(DeviceName.allShipped.map(\.id).sorted() == catalog.devices.map(\.id).sorted())
    }

    @Test func everyBarHasAName() { #expect(BarName.all.map(\.name) == FeedFormat.all.map(\.name)) }

    /// A family is WidgetKit's, or one of Subdial's own.
    @Test(arguments: SubdialWidgets.WidgetFamily.allCases) func everyFamilyCanBeAsserted(_ family: SubdialWidgets.WidgetFamily) {
        let ofWidgetKit = SubdialTesting.WidgetFamily(name: family.rawValue)?.family
        #expect(ofWidgetKit == family || ScreenFamily(rawValue: family.rawValue)?.family == family)
    }
}
