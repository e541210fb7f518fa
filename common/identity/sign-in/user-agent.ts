/** Derives the names of browser and operating system from a user agent. A name is null when it is unknown. */
export function parseUserAgent(userAgent: string): { browser: string | null; system: string | null } {
  return { browser: firstOf(browsers, userAgent), system: firstOf(systems, userAgent) }
}

function firstOf(known: readonly (readonly [string, RegExp])[], userAgent: string): string | null {
  return known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}

// Patterns of browsers. Chrome and Safari are last, because most browsers also claim to be Chrome and Safari.
const browsers = [
  ['Edge', /\bEdgi?O?S?A?\//],
  ['Opera', /\bOPR\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const
