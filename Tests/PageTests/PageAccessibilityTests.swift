import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// Tests of the page with axe, in each view and appearance, and offline.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PageAccessibilityTests {
    private func violations(_ page: ServedPage) async throws -> [String] { try await page.browser.violations() }

    @Test(arguments: ["phone", "watch", "wall"], [true, false])
    func everyViewPassesAxe(view: String, isDark: Bool) async throws {
        try await ServedPage.with { page in
            for (width, height) in [(1440, 900), (390, 844)] {
                try await page.browser.setScreen(width, height, isDark: isDark)
                try await page.open("?view=\(view)")
                #expect(try await violations(page) == [], "\(width) × \(height)")
            }
            try await page.browser.evaluate("document.querySelector('#options').showModal()")
            #expect(try await violations(page) == [], "with the options")
            try await page.browser.evaluate("document.querySelector('#options').close(); document.querySelector('#token').showModal()")
            #expect(try await violations(page) == [], "with the token")
            try await page.browser.evaluate("document.querySelector('#token').close()")
            page.stopServer()
            try await page.browser.wait("pictures that are marked", "document.querySelector('.stale')")
            #expect(try await violations(page) == [], "without the server")
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
