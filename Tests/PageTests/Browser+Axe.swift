import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialBrowserSupport

extension Browser {
    /// The path of axe's script, as installed by `Scripts/install-dependencies --test`.
    private static let axe: String? = {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        return try? String(contentsOfFile: "\(data)/subdial-tests/axe_playwright_python/axe.min.js", encoding: .utf8)
    }()

    /// Returns the violations that axe finds in the page, each as a rule with the elements that violate it.
    func violations() async throws -> [String] {
        guard let axe = Self.axe else { try Tool.skip("needs axe") }
        try await evaluate(axe + "; 0")
        // The check runs only after fade animations.
        let found = try await evaluate(
            """
            (async () => {
                await Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1).map((one) => one.finished));
                const { violations } = await axe.run(document, { resultTypes: ["violations"] });
                return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
            })()
            """)
        guard case .array(let texts) = found else { return ["axe gave \(found.text())"] }
        return texts.compactMap(\.string)
    }
}
