extension FixedWidthInteger {
    /// The whole part of `value`, or the nearest integer of this type where it does not fit; 0 for what is not a number.
    ///
    /// A conversion for numbers of any origin: `Int(value)` ends the process where a bridge tells a position of 1e300 seconds.
    @inlinable package init(saturating value: Double) {
        if value.magnitude < 2e15 {
            // Added to 1.5 times 2 to the 52nd, a whole number stands in the lowest bits: the way below takes many times as long.
            let bits = (value.rounded(.towardZero) + 0x1.8p52).bitPattern
            self.init(clamping: Int64(bitPattern: bits) - 0x4338_0000_0000_0000)
        } else if value.isNaN {
            self = 0
        } else if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value < 0 ? .min : .max
        }
    }
}

// The trapping conversions are deprecated wherever this module is seen within the package: a warning, and so an error in CI.

extension Int {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use Int(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension Int64 {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use Int64(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension Int32 {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use Int32(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt32 {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt32(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt64 {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt64(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt8 {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt8(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt16 {
    /// Traps in the standard library where `value` does not fit; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt16(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}
