// The types of other modules in the interface of this one, so that a test needs one import.

public import SubdialKinds
public import SubdialLayout
public import SubdialSnapshots
public import SubdialTemplates
public import SubdialTimeline
public import SubdialWidgets

/// See `SubdialWidgets.Appearance`.
public typealias Appearance = SubdialWidgets.Appearance
/// See `SubdialLayout.Axis`.
public typealias Axis = SubdialLayout.Axis
/// See `SubdialLayout.ColorScheme`.
public typealias ColorScheme = SubdialLayout.ColorScheme
/// See `SubdialTimeline.Entry`.
public typealias Entry = SubdialTimeline.Entry
/// See `SubdialKinds.FeedSettings`.
public typealias FeedSettings = SubdialKinds.FeedSettings
/// See `SubdialLayout.FontDesign`.
public typealias FontDesign = SubdialLayout.FontDesign
/// See `SubdialLayout.FontWeight`.
public typealias FontWeight = SubdialLayout.FontWeight
/// See `SubdialTemplates.GaugeStyle`.
public typealias GaugeStyle = SubdialTemplates.GaugeStyle
/// See `SubdialLayout.HorizontalAlignment`.
public typealias HorizontalAlignment = SubdialLayout.HorizontalAlignment
/// See `SubdialLayout.LayoutDirection`.
public typealias LayoutDirection = SubdialLayout.LayoutDirection
/// See `SubdialTemplates.LevelUnit`.
public typealias LevelUnit = SubdialTemplates.LevelUnit
/// See `SubdialSnapshots.PictureLimits`.
public typealias PictureLimits = SubdialSnapshots.PictureLimits
/// See `SubdialSnapshots.PixelSensitivity`.
public typealias PixelSensitivity = SubdialSnapshots.PixelSensitivity
/// See `SubdialSnapshots.RecordMode`.
public typealias RecordMode = SubdialSnapshots.RecordMode
/// See `SubdialWidgets.Redaction`.
public typealias Redaction = SubdialWidgets.Redaction
/// See `SubdialWidgets.RenderingMode`.
public typealias RenderingMode = SubdialWidgets.RenderingMode
/// See `SubdialSnapshots.SnapshotPanel`.
public typealias SnapshotPanel = SubdialSnapshots.SnapshotPanel
/// See `SubdialLayout.TextStyle`.
public typealias TextStyle = SubdialLayout.TextStyle
/// See `SubdialWidgets.TypeSize`.
public typealias TypeSize = SubdialWidgets.TypeSize
/// See `SubdialLayout.VerticalAlignment`.
public typealias VerticalAlignment = SubdialLayout.VerticalAlignment
/// See `SubdialWidgets.WidgetFamily`.
public typealias WidgetFamily = SubdialWidgets.WidgetFamily
/// See `SubdialWidgets.WidgetPlacement`.
public typealias WidgetPlacement = SubdialWidgets.WidgetPlacement
/// See `SubdialSnapshots.WindowLimit`.
public typealias WindowLimit = SubdialSnapshots.WindowLimit
