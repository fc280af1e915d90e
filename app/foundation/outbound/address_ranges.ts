import { BlockList, isIP } from 'node:net'

/** IPv4 addresses written in IPv6, which sockets take for the IPv4 address (RFC 4291, 2.5.5.2). */
const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Addresses by CIDR, or one by one. IPv4 and IPv6 are kept apart, for a mapped address lies in IPv6 ranges too. */
export class AddressRanges {
  readonly #four = new BlockList()
  readonly #six = new BlockList()

  constructor(cidrs: readonly string[]) {
    for (const cidr of cidrs) {
      const [network, bits] = cidr.split('/')
      if (isIP(network) === 4) this.#four.addSubnet(network, Number(bits ?? 32), 'ipv4')
      else this.#six.addSubnet(network, Number(bits ?? 128), 'ipv6')
    }
  }

  includes(address: string): boolean {
    const [plain] = address.split('%')
    if (isIP(plain) === 4) return this.#four.check(plain, 'ipv4')
    const list = MAPPED.check(plain, 'ipv6') ? this.#four : this.#six
    return list.check(plain, 'ipv6')
  }
}

/** What is not the public Internet: the IANA special-purpose registries (RFC 6890 and its updates). */
export const NOT_PUBLIC = new AddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // all of IPv6 but 2000::/3: loopback, NAT64, discard, unique local, link-local, multicast and what is unassigned
  '::/3',
  '4000::/2',
  '8000::/1',
  // within 2000::/3: protocol assignments and Teredo, documentation, 6to4
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/** What an operator may open for a purpose: loopback and networks of one's own. */
export const PRIVATE = new AddressRanges([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
])

/** Metadata services of clouds: in private ranges (Alibaba, AWS, Google), and Azure's WireServer at a public address. Opened never. */
export const METADATA = new AddressRanges([
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
])
