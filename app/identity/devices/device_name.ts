/** Most specific first: every browser claims to be the ones below it. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Safari on iPhone`: what a browser says of itself, in words that people know. What is not known is shown as it is. */
export function deviceOf(userAgent: string): string {
  const { browser, system } = knownDevice(userAgent)
  if (!browser) return userAgent
  return system ? `${browser} on ${system}` : browser
}

/** The names in it, which are the same in every language. */
export function knownDevice(userAgent: string): { browser?: string; system?: string } {
  return { browser: named(BROWSERS, userAgent), system: named(SYSTEMS, userAgent) }
}

function named(list: readonly [RegExp, string][], userAgent: string): string | undefined {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1]
}
