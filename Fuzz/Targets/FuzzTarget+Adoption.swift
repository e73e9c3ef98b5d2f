// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import SubdialAdoption
    import SubdialDocuments

    extension FuzzTarget {
        /// A property list is parsed or has an error with a place in it; as a project and as a Swift source, any bytes are read to their end.
        static let propertyList = FuzzTarget("propertyList") { bytes in
            _ = SwiftSource(bytes, conditions: ["DEBUG"])
            do {
                _ = XcodeProject(try PropertyListValue(parsing: bytes), path: "/nowhere/App.xcodeproj").widgetExtensions
            } catch let error as PropertyListError {
                require(error.line <= bytes.count { $0 == UInt8(ascii: "\n") } + 1, "an error stands behind the last line")
                throw error
            }
        }
    }
#endif
