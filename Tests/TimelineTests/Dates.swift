import FoundationEssentials

/// The date of the entries in these tests.
let start = Date(timeIntervalSince1970: 1_767_903_304)

/// The date `seconds` after ``start``.
func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }
