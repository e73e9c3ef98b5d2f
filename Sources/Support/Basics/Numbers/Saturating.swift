extension FixedWidthInteger {
    /// The integral part of `value`, or the nearest integer of this type if it is out of range; 0 for NaN.
    ///
    /// For numbers of any origin: `Int(value)` traps, for example if a bridge reports a position of 1e300 seconds.
    @inlinable package init(saturating value: Double) {
        if value.magnitude < 2e15 {
            // Adding 1.5 × 2^52 moves an integer into the lowest bits; the general conversion below takes many times as long.
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

// The trapping conversions are deprecated in all modules of the package that import this one: a warning, and so an error in CI.

extension Int {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use Int(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension Int64 {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use Int64(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension Int32 {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use Int32(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt32 {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt32(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt64 {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt64(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt8 {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt8(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}

extension UInt16 {
    /// Traps in the standard library if `value` is out of range; use ``init(saturating:)``.
    @available(*, deprecated, message: "a number that does not fit ends the process: use UInt16(saturating:)")
    package init(_ value: Double) { self.init(saturating: value) }
}
