import { Setting } from '#app/foundation/setting'

export interface PublicAddress {
  scheme: 'http' | 'https'
  /** None where it is the scheme's own. */
  port: number | undefined
  /** Where the platform itself lives, and below which every tenant has `<slug>.<domain>`. */
  platformDomain: string
  /** What that was before: tenants are found below these as well, and no new links are built from them. */
  formerDomains: readonly string[]
  /**
   * Below it lie the names that tenants' own hosts lead to. Anybody who looks such a host up in the DNS sees them, so it may be a domain
   * that says nothing of the platform.
   */
  targetDomain: string
}

export const publicAddress = new Setting<PublicAddress>('public address')

/** Name servers that are asked about tenants' domains, as `address` or `address:port`; none leaves that to the machine. */
export const dnsServers = new Setting<readonly string[]>('name servers')
