/// The distribution of a pixel's error to its neighbours, for rows drawn to the right.
package struct DitherKernel: Hashable, Sendable {
    /// A neighbour and its weight.
    package struct Share: Hashable, Sendable {
        /// The column offset; negative to the left.
        package let x: Int
        /// The row offset, 0 to 2.
        package let y: Int
        /// The numerator of the weight.
        package let numerator: Int
    }

    /// The neighbours that receive error; none of them has been drawn yet.
    package let shares: [Share]
    /// The divisor of the weights.
    package let divisor: Int

    /// The maximum column offset to either side.
    static let reach = 2

    /// - Parameter rows: The numerators: those of the pixels to the right, then those of the rows below, each centred under the pixel.
    private init(_ divisor: Int, _ rows: [[Int]]) {
        self.divisor = divisor
        shares = rows.enumerated().flatMap { row, numerators in
            numerators.enumerated().compactMap { column, numerator in
                numerator == 0 ? nil : Share(x: row == 0 ? column + 1 : column - numerators.count / 2, y: row, numerator: numerator)
            }
        }
    }

    static let floydSteinberg = DitherKernel(16, [[7], [3, 5, 1]])
    static let atkinson = DitherKernel(8, [[1, 1], [1, 1, 1], [1]])
    static let burkes = DitherKernel(32, [[8, 4], [2, 4, 8, 4, 2]])
    static let stucki = DitherKernel(42, [[8, 4], [2, 4, 8, 4, 2], [1, 2, 4, 2, 1]])
    static let jarvis = DitherKernel(48, [[7, 5], [3, 5, 7, 5, 3], [1, 3, 5, 3, 1]])
    static let sierra = DitherKernel(32, [[5, 3], [2, 4, 5, 4, 2], [2, 3, 2]])
    static let sierraLite = DitherKernel(4, [[2], [1, 1, 0]])
}
