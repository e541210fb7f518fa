const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Whether a browser that follows this address stays with http, https, mailto or tel. The address is read the way a browser
 * reads it, tabs and leading blanks dropped, so `java\tscript:` is seen for what it is. Paths of our own are allowed.
 */
export function isSafeHref(href: unknown): href is string {
  if (typeof href !== 'string' || href === '' || href.length > 4096) return false
  const base = 'https://tandem.invalid'
  return URL.canParse(href, base) && schemes.has(new URL(href, base).protocol)
}

/** What a person typed or pasted as a link, as an address; null when it is none. */
export function hrefOf(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const href = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) || text.startsWith('/') ? text : `https://${text}`
  return isSafeHref(href) ? href : null
}
