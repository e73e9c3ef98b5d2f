import Foundation

// Constants and functions of Core Foundation and Dispatch that Apple's Foundation brings along.
// swift-format-ignore
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
// swift-format-ignore
public let NSEC_PER_MSEC: UInt64 = 1_000_000
// swift-format-ignore
public let NSEC_PER_USEC: UInt64 = 1000
// swift-format-ignore
public let USEC_PER_SEC: UInt64 = 1_000_000
// swift-format-ignore
public let MSEC_PER_SEC: UInt64 = 1000

/// The seconds since the beginning of 2001.
// swift-format-ignore
public func CFAbsoluteTimeGetCurrent() -> Double { Date().timeIntervalSinceReferenceDate }
