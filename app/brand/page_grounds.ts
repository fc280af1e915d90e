/** What a page is made of, as `resources/css/tokens.css` has it: what a brand colours must be seen on each. */
export const GROUNDS = {
  light: { surface: '#ffffff', canvas: '#f7f8fa', sunken: '#eff1f5' },
  dark: { surface: '#161920', canvas: '#0e1014', sunken: '#1e222a' },
} as const
