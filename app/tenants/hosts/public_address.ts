import env from '#start/env'

const scheme = env.get('PUBLIC_SCHEME')
const port = env.get('PUBLIC_PORT')
const isDefaultPort = port === undefined || port === (scheme === 'https' ? 443 : 80)

/** Where the platform itself lives, and below which every tenant has `<slug>.<domain>`. */
export const platformDomain = env.get('PLATFORM_DOMAIN').toLowerCase()

/**
 * Below it lie the names that tenants' own hosts lead to. Whoever looks such a host up in the DNS sees them, so it may be a domain
 * that says nothing of the platform.
 */
export const targetDomain = env.get('TARGET_DOMAIN')?.toLowerCase() ?? `edge.${platformDomain}`

/** Links are built from a host that we know, never from a request. */
export function publicUrl(host: string, path: string): string {
  return `${scheme}://${host}${isDefaultPort ? '' : `:${port}`}${path}`
}

export function platformHost(slug: string): string {
  return `${slug}.${platformDomain}`
}

export const isSecure = scheme === 'https'
