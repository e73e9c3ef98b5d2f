import Testing

@testable import SubdialConsoles

/// Tests of the colours of levels.
@Suite struct ConsoleZoneTests {
    @Test(
        arguments: [
            (0, .red), (12, .red), (-6, .red), (-6.01, .orange), (-12, .orange), (-12.01, .yellow), (-18, .yellow), (-18.01, .green),
            (-60, .green), (-.infinity, .green), (.infinity, .red), (.nan, .green),
        ] as [(Double, ConsoleZone)])
    func limits(_ decibels: Double, _ zone: ConsoleZone) {
        #expect(ConsoleZone(decibels: decibels) == zone)
    }
}
