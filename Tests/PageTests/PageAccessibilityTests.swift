import Foundation
import JSON
import TestSupport
import Testing

@testable import BrowserSupport
@testable import ProcessSupport

/// The page judged by axe, in each view and appearance, and while it is offline.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PageAccessibilityTests {
    /// axe's script, where `Scripts/install-dependencies --test` puts it.
    private static let axe: String? = {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        return try? String(contentsOfFile: "\(data)/subdial-tests/axe_playwright_python/axe.min.js", encoding: .utf8)
    }()

    /// What axe finds wrong, each as a rule and the elements that break it.
    private func violations(_ page: ServedPage) async throws -> [String] {
        guard let axe = Self.axe else { try Tool.skip("needs axe") }
        try await page.browser.evaluate(axe + "; 0")
        // Nothing is judged while it fades in or out.
        let found = try await page.browser.evaluate(
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

    @Test(arguments: ["phone", "watch", "wall"], [true, false])
    func everyViewPassesAxe(view: String, isDark: Bool) async throws {
        try await ServedPage.with { page in
            for (width, height) in [(390, 844), (1440, 900)] {
                try await page.browser.setScreen(width, height, isDark: isDark)
                try await page.open("?view=\(view)")
                #expect(try await violations(page) == [], "\(width) × \(height)")
            }
            try await page.browser.evaluate("document.querySelector('#options').showModal()")
            #expect(try await violations(page) == [], "with the options")
            try await page.browser.evaluate("document.querySelector('#options').close(); document.querySelector('#token').showModal()")
            #expect(try await violations(page) == [], "with the token")
        }
    }

    @Test(arguments: ["phone", "watch", "wall"], [true, false])
    func whatIsStalePassesAxe(view: String, isDark: Bool) async throws {
        try await ServedPage.with { page in
            try await page.browser.setScreen(390, 844, isDark: isDark)
            try await page.open("?view=\(view)")
            page.stopServer()
            try await page.browser.wait("pictures that are marked", "document.querySelector('.stale')")
            #expect(try await violations(page) == [])
        }
    }

    @Test func everyButtonOverAPictureHasANameAndShowsItsFocus() async throws {
        try await ServedPage.with { page in
            try await page.open()
            try await page.browser.press("Tab")
            let seen = try await page.browser.evaluate(
                """
                (() => {
                    const buttons = [...document.querySelectorAll(".region")];
                    return [buttons.length, buttons.every((button) => button.ariaLabel && button.tabIndex === 0), buttons.every((button) => {
                        button.focus({ focusVisible: true });
                        return document.activeElement === button && parseFloat(getComputedStyle(button).outlineWidth) >= 2;
                    })];
                })()
                """)
            #expect(seen.text() == "[3,true,true]")
        }
    }

    @Test func nothingTurnsWhereMotionIsUnwelcome() async throws {
        try await ServedPage.with { page in
            try await page.browser.setScreen(390, 844, others: ["prefers-reduced-motion": "reduce"])
            try await page.open()
            let seen = try await page.browser.evaluate(
                """
                (() => {
                    document.querySelector(".region").classList.add("pending");
                    return document.getAnimations().length;
                })()
                """)
            #expect(seen == 0)
        }
    }
}
