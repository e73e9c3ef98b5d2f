public import Foundation

/// A queue that runs one block after another, as every queue without the attribute `concurrent` does.
public typealias DispatchSerialQueue = DispatchQueue

extension NSObject {
    /// The class as it is, for which archiving asks on Apple's platforms.
    public class func classForCoder() -> AnyClass { self }
}
