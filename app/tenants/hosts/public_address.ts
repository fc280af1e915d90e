import { publicAddress } from '../configuration.js'

const DEFAULT_PORTS = { http: 80, https: 443 } as const

/** Links are built from a host that we know, never from a request. */
export function publicUrl(host: string, path: string): string {
  const { scheme, port = DEFAULT_PORTS[scheme] } = publicAddress.value
  return `${scheme}://${host}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}${path}`
}

export function platformDomain(): string {
  return publicAddress.value.platformDomain
}

/** What it was before. */
export function formerDomains(): readonly string[] {
  return publicAddress.value.formerDomains
}

/** `<slug>` of a host right below the platform's domain, or what that was before. */
export function slugIn(host: string): string | null {
  const dot = host.indexOf('.')
  const isPlatforms = [platformDomain(), ...formerDomains()].includes(host.slice(dot + 1))
  return dot > 0 && isPlatforms ? host.slice(0, dot) : null
}

export function platformHost(slug: string): string {
  return `${slug}.${platformDomain()}`
}

/** Whether it is a name that the platform gives, and not a tenant's or reseller's own. */
export function isPlatformHost(host: string): boolean {
  const [slug] = host.split('.')
  return host === platformHost(slug)
}

export function targetDomain(): string {
  return publicAddress.value.targetDomain
}

export function isSecure(): boolean {
  return publicAddress.value.scheme === 'https'
}
