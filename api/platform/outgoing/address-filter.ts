import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Returns a function that checks whether the server may connect to an address that a user entered. The
 * function accepts only public addresses. It rejects private networks, this machine, link-local addresses
 * (cloud metadata services), and other notations of such addresses. `allowed` lists additional networks
 * (CIDR).
 */
export function createAddressFilter(allowed: readonly string[]): (address: string) => boolean {
  const networks = allowed.map((range) =>
    ipaddr.parseCIDR(
      range.includes('/') ? range : `${range}/${ipaddr.parse(range).kind() === 'ipv4' ? 32 : 128}`,
    ),
  )
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    // Treat an IPv4 address in IPv6 notation as IPv4.
    const parsed = ipaddr.process(address)
    const isAllowed = networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    )
    return isAllowed || (isPublic(parsed) && !isOwn(parsed))
  }
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  // `globalUnicast` is the only IPv6 range assigned to the internet.
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns true for an address of this machine, whose services may be internal. The addresses are read on each
 * call, because the addresses of a machine change.
 */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((one) => ipaddr.process(one.address).toString() === address.toString())
}
