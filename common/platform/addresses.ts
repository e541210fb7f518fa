export const addressLength = 2000

/** Where no certificate is to be expected: one's own machine, and bare addresses. */
const plain = /^(localhost|\d+(\.\d+){3}|\[[^\]]*\])(?=[:/?#]|$)/i

/**
 * The address of a web page as it is kept: with this scheme in front where none is typed. Null for what leads nowhere in a browser, and
 * for addresses that would run something, such as `javascript:`.
 */
export function normalAddress(typed: string, scheme: 'http' | 'https'): string | null {
  const text = typed.trim()
  const address = URL.parse(
    /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `${plain.test(text) ? 'http' : scheme}://${text}`,
  )
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return null
  const isNamed = /^[^\s.]+(\.[^\s.]+)+$|^localhost$|^\[.+\]$/.test(address.hostname)
  if (!isNamed || address.username !== '' || address.password !== '') return null
  return address.href.length > addressLength ? null : address.href
}

/** What a link without a title goes by: its address without what every address has. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
