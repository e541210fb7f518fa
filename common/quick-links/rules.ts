export const quickLinkTitleLength = 255
export const quickLinkUrlLength = 2000
/** In a workspace; more are no quick way any more. */
export const quickLinksLimit = 100

/** Where no certificate is to be expected: one's own machine, and bare addresses. */
const plain = /^(localhost|\d+(\.\d+){3}|\[[^\]]*\])(?=[:/?#]|$)/i

/**
 * An address as it is kept: with `https://` in front where no scheme is typed. Null for what leads nowhere in a browser, and for
 * addresses that would run something, such as `javascript:`.
 */
export function normalUrl(typed: string): string | null {
  const text = typed.trim()
  const address = URL.parse(
    /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `${plain.test(text) ? 'http' : 'https'}://${text}`,
  )
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return null
  const isNamed = /^[^\s.]+(\.[^\s.]+)+$|^localhost$|^\[.+\]$/.test(address.hostname)
  if (!isNamed || address.username !== '' || address.password !== '') return null
  return address.href.length > quickLinkUrlLength ? null : address.href
}

/** What a link without a title goes by: its address without what every address has. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
