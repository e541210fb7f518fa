import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Which addresses the server may connect to when a person names where: public ones. Not those of private networks, of this machine, of the
 * services that clouds have at link-local addresses, nor such as lead there by another notation. `allowed` are networks (CIDR) besides.
 */
export function reachableBy(allowed: readonly string[]): (address: string) => boolean {
  const networks = allowed.map((range) =>
    ipaddr.parseCIDR(
      range.includes('/') ? range : `${range}/${ipaddr.parse(range).kind() === 'ipv4' ? 32 : 128}`,
    ),
  )
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    // IPv4 within IPv6 is IPv4.
    const parsed = ipaddr.process(address)
    const isAllowed = networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    )
    return isAllowed || (isPublic(parsed) && !isOwn(parsed))
  }
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  // Of IPv6 this is all that was given out for the internet.
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Of this machine: what listens there may be meant for it alone. Asked each time, since a machine's addresses change. */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return Object.values(networkInterfaces())
    .flatMap((those) => those ?? [])
    .some((one) => ipaddr.process(one.address).toString() === address.toString())
}
