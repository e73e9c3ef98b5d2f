public import SubdialUIKit

// The catalogs, the folders of bundles and the types of generated code stand below UIKit, which uses them too.
package typealias AssetLibrary = SubdialUIKit.AssetLibrary
package typealias ResourceFolders = SubdialUIKit.ResourceFolders
public typealias ColorResource = SubdialUIKit.ColorResource
public typealias ImageResource = SubdialUIKit.ImageResource
