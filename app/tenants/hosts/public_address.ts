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

export function targetDomain(): string {
  return publicAddress.value.targetDomain
}

export function isSecure(): boolean {
  return publicAddress.value.scheme === 'https'
}
