// Every file of this module converts numbers with a warning where the conversion could trap.
@_exported import Numbers
