export const maxUrlLength = 2000

/**
 * Hosts without `https` by default, because they usually have no certificate: localhost and bare IP
 * addresses.
 */
const plain = /^(localhost|\d+(\.\d+){3}|\[[^\]]*\])(?=[:/?#]|$)/i

/**
 * Returns the normalized URL of a web page. Adds `scheme` if the user typed none. Returns null for URLs that are
 * invalid or too long, that contain a user name or password, or that are neither http nor https, such as
 * `javascript:`.
 */
export function normalizeUrl(typed: string, scheme: 'http' | 'https'): string | null {
  const text = typed.trim()
  const address = URL.parse(
    /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `${plain.test(text) ? 'http' : scheme}://${text}`,
  )
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return null
  const isNamed = /^[^\s.]+(\.[^\s.]+)+$|^localhost$|^\[.+\]$/.test(address.hostname)
  if (!isNamed || address.username !== '' || address.password !== '') return null
  return address.href.length > maxUrlLength ? null : address.href
}

/** Returns a short form of a URL, which is shown for a link without a title. */
export function formatUrlForDisplay(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
