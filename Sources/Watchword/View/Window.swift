package import WatchwordScreen

/// The window that a form is drawn in, and what is on it.
package struct Window: Equatable, Sendable {
  /// What is on the screen.
  package enum Page: Equatable, Sendable {
    /// The form, cut down to the window.
    case form
    /// The whole form, read by page from line `top` on, since the window is too small for it.
    case reading(top: Int)
    /// The page of keys from line `top` on.
    case keys(top: Int)
  }

  /// The extent, in cells.
  package internal(set) var size: Size
  /// What is on the screen.
  package internal(set) var page = Page.form

  /// Whether the window is too small to work in (A13): what fits is drawn, and typing is refused.
  package var isTooSmall: Bool { size.columns < 20 || size.rows < 4 }
}
