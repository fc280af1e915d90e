import ipaddr from 'ipaddr.js'

const IPV6_HOME_BITS = 64

/** What is counted as one address: one household or server has 2^64 addresses of IPv6. */
export function homeNetwork(ipAddress: string): string {
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress
  return ipaddr.IPv6.networkAddressFromCIDR(`${ipAddress}/${String(IPV6_HOME_BITS)}`).toString()
}
