@_exported import Observation
@_exported import SubdialCombine
@_exported import SubdialCoreGraphics
@_exported import SubdialUIKit
