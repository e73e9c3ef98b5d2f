extension Int {
    /// The quotient, rounded down, and the remainder, which is not negative.
    ///
    /// - Parameter divisor: A number above zero.
    package func flooredQuotientAndRemainder(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
