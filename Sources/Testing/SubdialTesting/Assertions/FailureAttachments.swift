// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import Testing

    /// Attaches the files of a failed snapshot to its test: `swift test --attachments-path DIR` stores them.
    ///
    /// XCTest has attachments only on Apple's platforms.
    enum FailureAttachments {
        static func attach(_ files: [String], to place: AssertionPlace, name: String) {
            guard Test.current != nil else { return }
            let plain = String(name.map { $0 == "/" ? "-" : $0 })
            for file in files {
                guard let data = FileManager.default.contents(atPath: file) else { continue }
                let kind = file.split(separator: "/").dropLast().last { ["expected", "actual", "difference"].contains($0) } ?? "file"
                let ending = file.split(separator: "/").last?.split(separator: ".").last ?? ""
                Attachment.record([UInt8](data), named: "\(plain).\(kind).\(ending)", sourceLocation: place.location)
            }
        }
    }
#endif
