public import Foundation

/// The contents of a data set of a catalog.
open class NSDataAsset: NSObject, @unchecked Sendable {
    public let name: String
    public let data: Data
    /// The uniform type identifier that the set gives.
    public let typeIdentifier: String

    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    public init?(name: String, bundle: Bundle) {
        guard let found = AssetLibrary.data(named: name, bundle: bundle) else { return nil }
        (self.name, data, typeIdentifier) = (name, found.data, found.type)
    }
}
