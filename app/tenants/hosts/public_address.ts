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
