import Foundation
import SubdialSwiftUI
import Testing

@Suite("Grids")
@MainActor
struct GridTests {
    @Test("A column is as wide as its widest cell; a view outside of a row spans all columns")
    func grid() {
        let placed = Placed(
            Grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2) {
                GridRow {
                    Box("a", 10, 10); Box("b", 20, 10)
                }
                Box("line", nil, 1).gridCellUnsizedAxes(.horizontal)
                GridRow {
                    Box("c", 30, 10); Box("d", 5, 10)
                }
            })
        #expect(placed["b"].map { $0[0] } == placed["a"].map { $0[0] + 34 })
        #expect(placed["d"].map { $0[0] } == placed["c"].map { $0[0] + 34 })
        #expect(placed["line"]?[2] == 54)
        #expect(placed["line"].map { $0[0] } == placed["a"].map { $0[0] })
    }

    @Test("A cell has its own anchor in its cell")
    func anchor() {
        let placed = Placed(
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                GridRow {
                    Box("wide", 40, 40); Box("other", 20, 20).gridCellAnchor(.bottomTrailing)
                }
                GridRow {
                    Box("small", 10, 10).gridCellAnchor(.topLeading); Box("last", 30, 30)
                }
            })
        #expect(placed["small"].map { [$0[0], $0[1]] } == placed["wide"].map { [$0[0], $0[1] + 40] })
        #expect(placed["other"].map { [$0[0] + 20, $0[1] + 20] } == placed["last"].map { [$0[0] + 30, $0[1]] })
    }

    @Test(
        "Fixed columns come first, and flexible ones share the rest",
        arguments: [
            ([GridItem(.fixed(20)), GridItem(.flexible())], ["a": [0, 0, 20, 10], "b": [28, 0, 72, 10], "c": [0, 18, 20, 10]]),
            ([GridItem(.flexible(maximum: 30)), GridItem(.flexible())], ["a": [0, 0, 30, 10], "b": [38, 0, 62, 10]]),
            ([GridItem(.fixed(20), spacing: 0), GridItem(.fixed(20))], ["a": [30, 0, 20, 10], "b": [50, 0, 20, 10]]),
            // Two columns of 30 fit into 100 with a gap of 8, three do not: (100 + 8) / (30 + 8) = 2.8.
            ([GridItem(.adaptive(minimum: 30))], ["a": [0, 0, 46, 10], "b": [54, 0, 46, 10], "c": [0, 18, 46, 10]]),
        ])
    func columns(_ columns: [GridItem], _ frames: [String: [Double]]) {
        let placed = Placed(
            LazyVGrid(columns: columns) { ForEach(["a", "b", "c"], id: \.self) { Box($0, nil, 10) } }.frame(
                maxHeight: .infinity, alignment: .top))
        for (name, frame) in frames { #expect(placed[name] == frame) }
    }

    @Test("The header of a section has a line of a lazy grid for itself")
    func header() {
        let placed = Placed(
            LazyVGrid(columns: [GridItem(spacing: 0), GridItem()], spacing: 0) {
                Section {
                    Box("a", nil, 10)
                } header: {
                    Box("head", nil, 5)
                }
                Section {
                    Box("b", nil, 10)
                } header: {
                    Box("next", nil, 5)
                }
            }.frame(maxHeight: .infinity, alignment: .top))
        #expect(placed["head"] == [0, 0, 100, 5])
        #expect(placed["a"] == [0, 5, 50, 10])
        #expect(placed["next"] == [0, 15, 100, 5])
        #expect(placed["b"] == [0, 20, 50, 10])
    }
}
