public import Foundation

/// A queue that runs one block after another, as every queue without the attribute `concurrent` does.
public typealias DispatchSerialQueue = DispatchQueue

/// The string of Core Foundation, which is the same object as an `NSString` on Apple's platforms, and the same type here.
public typealias CFString = NSString

extension NSObject {
    /// The class as it is, for which archiving asks on Apple's platforms.
    public class func classForCoder() -> AnyClass { self }
}
