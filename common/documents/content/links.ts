const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Returns true if the address leads to http, https, mailto or tel, or to a path of this site. The `URL` class
 * parses it as browsers do: it ignores tabs and leading blanks, so that `java\tscript:` is recognized as
 * unsafe.
 */
export function isSafeHref(href: unknown): href is string {
  if (typeof href !== 'string' || href === '' || href.length > 4096) return false
  const base = 'https://tandem.invalid'
  return URL.canParse(href, base) && schemes.has(new URL(href, base).protocol)
}

/** Turns a typed or pasted text into a link address. Returns null if the text is not an address. */
export function parseTypedHref(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const href = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) || text.startsWith('/') ? text : `https://${text}`
  return isSafeHref(href) ? href : null
}
