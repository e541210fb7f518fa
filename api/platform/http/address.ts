import ipaddr from 'ipaddr.js'

/**
 * Returns the client's address. `X-Forwarded-For` is trusted only as far as it was written by trusted proxies.
 * For example, if there are two proxies, the second entry from the right is the client. If the settings contain
 * the networks of the proxies, the client is the first entry from the right that is outside of these networks.
 */
export function callerAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: number | string[],
): string {
  const direct = plain(peer)
  if (trusted === 0 || forwardedFor === undefined) return direct
  const hops = [...forwardedFor.split(',').map((hop) => plain(hop.trim())), direct]
  if (typeof trusted === 'number') return hops[Math.max(0, hops.length - 1 - trusted)] ?? direct
  const networks = trusted.map((cidr) => ipaddr.parseCIDR(cidr))
  const outside = hops.findLast((hop) => !isIn(hop, networks))
  return outside ?? direct
}

/**
 * Returns the address or network that rate limits count. For IPv6 this is the /64 network, because one client
 * usually controls all its 2^64 addresses.
 */
export function getClientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

function isIn(address: string, networks: [ipaddr.IPv4 | ipaddr.IPv6, number][]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : 'unknown'
}
