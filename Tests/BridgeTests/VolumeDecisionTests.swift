import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import Testing

@testable import SubdialBridge

/// Only intended numbers may be sent as a volume.
@Suite struct VolumeDecisionTests {
    private static let decibels = VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)

    private func decide(
        _ change: Change, from base: Volume? = nil, zone: String = "roon:1", scale: VolumeScale?? = decibels, value: Double? = -23.5,
        pending: Double? = nil, dialect: BridgeDialect = .rust
    ) -> VolumeDecision {
        var reading = Reading(zone: ZoneID(zone), stamp: Stamp(SteadyDate(seconds: 0), .poll))
        reading.name = "Salon"
        reading.volumeScale = scale
        reading.volumeValue = value
        let abilities = ZoneAbilities(zone: ZoneID(zone), status: BridgeStatus(dialect: dialect))
        return VolumeDecision(change, from: base, of: reading, pending: pending, abilities: abilities)
    }

    private func target(_ decision: VolumeDecision) -> Double? {
        if case .send(let action, let target) = decision {
            // The action contains the decided target.
            let body = try? JSONValue(parsing: action.body(for: ZoneID("roon:1")))
            #expect(body?["action"] == "vol_abs")
            #expect(body?["value"]?.number == target)
            return target
        }
        return nil
    }

    @Test(arguments: [
        (Change.to(-30), -30.0), (.to(-30.2), -30), (.by(2), -21.5), (.by(-0.5), -24), (.by(100), 0), (.by(-1000), -64), (.by(0.1), -23),
    ])
    func sends(_ change: Change, _ expected: Double) {
        #expect(target(decide(change)) == expected)
    }

    @Test(arguments: [Change.to(-23.5), .to(-23.4), .by(0)])
    func skipsWhatIsSo(_ change: Change) {
        #expect(decide(change) == .nothing)
    }

    @Test func skipsAtTheEnd() {
        #expect(decide(.by(1), value: 0) == .nothing)
        #expect(decide(.by(-1), value: -64) == .nothing)
    }

    /// A number outside the range was meant for another one; it is not clamped.
    @Test(arguments: [Change.to(.nan), .to(.infinity), .by(-.infinity), .by(.nan), .to(12), .to(50), .to(-1000)])
    func refusesWhatIsNoVolume(_ change: Change) {
        #expect(decide(change) == .refuse("that is no volume of 'Salon'"))
    }

    @Test(
        arguments: [
            (VolumeScale??.none, -23.5, "'Salon' does not tell its volume, so that it cannot be changed safely"),
            (.some(nil), nil, "the volume of 'Salon' is fixed"),
            (.some(nil), -23.5, "the volume of 'Salon' is fixed"),
            (
                VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .incremental), nil,
                "'Salon' does not tell where its volume stands, so that it cannot be changed safely"
            ),
            (decibels, nil, "'Salon' tells no usable volume, so that it cannot be changed safely"),
            (decibels, .nan, "'Salon' tells no usable volume, so that it cannot be changed safely"),
            (
                VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .number), 0,
                "'Salon' tells no usable volume, so that it cannot be changed safely"
            ),
            (
                VolumeScale(minimum: 10, maximum: 0, step: 1, unit: .number), 5,
                "'Salon' tells no usable volume, so that it cannot be changed safely"
            ),
            (
                VolumeScale(minimum: 0, maximum: 10, step: 0, unit: .number), 5,
                "'Salon' tells no usable volume, so that it cannot be changed safely"
            ),
            (
                VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number), -32,
                "'Salon' tells a volume of −32, which is not in its range, 0 to 100, so that it cannot be changed safely"
            ),
        ] as [(VolumeScale??, Double?, String)])
    func refuses(_ scale: VolumeScale??, _ value: Double?, _ reason: String) {
        for change in [Change.to(-30), .to(50)] { #expect(decide(change, scale: scale, value: value) == .refuse(reason)) }
        // The zone that only moves in steps can be moved.
        guard scale != .some(.incremental) else { return #expect(decide(.by(1), scale: scale, value: value) != .refuse(reason)) }
        #expect(decide(.by(1), scale: scale, value: value) == .refuse(reason))
    }

    @Test func countsFromWhatWasSent() {
        #expect(target(decide(.by(0.5), pending: -23)) == -22.5)
        // A change back to the volume that the zone still reports is a change too.
        #expect(target(decide(.by(-0.5), pending: -23)) == -23.5)
        #expect(target(decide(.to(-23.5), pending: -23)) == -23.5)
        #expect(decide(.to(-23), pending: -23) == .nothing)
    }

    @Test func pendingIsForgotten() {
        let now = ContinuousClock.now
        let pending = PendingVolume(from: 10, target: 12, until: now + .seconds(1))
        #expect(pending.current(telling: 10, at: now) == 12)
        #expect(pending.current(telling: 12, at: now) == nil)
        #expect(pending.current(telling: 11, at: now) == nil)
        #expect(pending.current(telling: 10, at: now + .seconds(2)) == nil)
    }

    @Test func wholeNumbersOnly() {
        let scale = VolumeScale(minimum: 0.5, maximum: 99.5, step: 0.5, isDecibels: false, of: ZoneID("spotify:1"))
        #expect(scale == VolumeScale(minimum: 1, maximum: 99, step: 1, unit: .number))
        #expect(target(decide(.to(47.5), scale: scale, value: 10)) == 48)
        #expect(target(decide(.by(500), scale: scale, value: 10)) == 99)
        #expect(target(decide(.by(-500), scale: scale, value: 10)) == 1)
    }

    /// For any reported values and any requests, the sent number is within the range and valid JSON.
    @Test func neverLeavesTheRange() {
        var sent = 0
        let numbers = [-1e9, -80, -64, -23.4, -0.5, -0.0, 0, 0.1, 1, 2.5, 47.5, 50, 98, 100, 1e9, .nan, .infinity, -.infinity]
        for minimum in numbers {
            for maximum in numbers {
                for step in [0.1, 0.5, 1, 2.5, 0, -1, .nan] {
                    let scale = VolumeScale(minimum: minimum, maximum: maximum, step: step, unit: .number)
                    for wish in numbers {
                        for value in [minimum, 0, -20] {
                            // Not every request can be fulfilled on such a scale.
                            guard let target = target(decide(.to(wish), scale: scale, value: value)) else { continue }  // lint: skips
                            sent += 1
                            guard target.isFinite, target >= minimum, target <= maximum else {
                                Issue.record("\(wish) on \(minimum)...\(maximum) by \(step) became \(target)")
                                return
                            }
                        }
                    }
                }
            }
        }
        #expect(sent > 0)
    }

    @Test(arguments: [
        (BridgeAction.play, "{\"zone_id\":\"lms:a\\\"b\",\"action\":\"play\"}"),
        (.toggle, "{\"zone_id\":\"lms:a\\\"b\",\"action\":\"play_pause\"}"),
        (.previous, "{\"zone_id\":\"lms:a\\\"b\",\"action\":\"previous\"}"),
    ])
    func bodies(_ action: BridgeAction, _ expected: String) {
        #expect(String(decoding: action.body(for: ZoneID("lms:a\"b")), as: UTF8.self) == expected)
    }

    @Test func numbersInBodies() throws {
        func body(_ action: BridgeAction?) throws -> String {
            String(decoding: try #require(action).body(for: ZoneID("z")), as: UTF8.self)
        }
        // Whole numbers are integers: a provider that accepts only integers would use its default instead.
        #expect(try body(.volume(-20, in: Self.decibels)) == "{\"zone_id\":\"z\",\"action\":\"vol_abs\",\"value\":-20}")
        #expect(try body(.volume(-23.4, in: Self.decibels)) == "{\"zone_id\":\"z\",\"action\":\"vol_abs\",\"value\":-23.4}")
        #expect(try body(.volume(-0.0, in: Self.decibels)) == "{\"zone_id\":\"z\",\"action\":\"vol_abs\",\"value\":0}")
        #expect(try body(.seek(61.4)) == "{\"zone_id\":\"z\",\"action\":\"seek\",\"value\":61}")
        #expect(BridgeAction.volume(1, in: Self.decibels) == nil)
        #expect(BridgeAction.volume(.nan, in: Self.decibels) == nil)
        #expect(BridgeAction.seek(-1) == nil)
        #expect(BridgeAction.seek(.infinity) == nil)
    }
}
