import Foundation
import SubdialTestSupport

@testable import SubdialEngine
