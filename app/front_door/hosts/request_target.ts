import { PURPOSES, type Purpose } from '#app/tenants/domains/domain'
import { formerDomains, platformDomain, slugIn } from '#app/tenants/hosts/public_address'
import { tenantResolver, type KnownTenant } from '#app/tenants/hosts/tenant_resolver'

/** What the host of a request names: a tenant, the API host that all tenants share, or the platform itself. */
export type RequestTarget =
  | { readonly kind: 'tenant'; readonly host: string; readonly tenant: KnownTenant }
  | { readonly kind: 'shared_api' | 'platform'; readonly host: string; readonly tenant: null }

const isSharedApi = (host: string) => slugIn(host) === 'api'

const OF_API: readonly Purpose[] = ['api']
const OF_DASHBOARD: readonly Purpose[] = ['app']

/** What each host serves beside the pages of its purposes; a path that is not named belongs to the dashboard. */
const SERVED: readonly [RegExp, readonly Purpose[]][] = [
  [/^\/(?:api|docs)(?:\/|$)/, OF_API],
  [/^\/(?:sign\/|embed\/|sign-identity$)/, ['signing']],
  // links to these lead to the dashboard's host, and signers who have only the other one ask there
  [
    /^\/(?:(?:track|report|f|confirm)\/|verify(?:\/|$)|crl\/|ocsp(?:\/|$)|status$)/,
    ['app', 'signing'],
  ],
  [/^\/(?:assets|brand)\/|^\/(?:favicon\.ico|manifest\.webmanifest|embed\.js)$/, PURPOSES],
]

/** Whose holders have nothing but this link. */
const LINK_PATH = /^\/(?:(?:sign|track|f|confirm)\/|verify(?:\/|$))/

/** Links that let somebody in, and those that open once: they end with their host. */
const PASSWORD_PATH = /^\/(?:welcome|reset)\/./
const OPENING_PATH = /^\/(?:embed|embed-editor|in-person)\/./

/** Of a link that is over: where its holder asks for another, if that is at the tenant's log-in. */
export interface LinkEnd {
  logInHost: string | null
}

export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** Null when nobody lives at this host, or not for what this path is about. */
export async function targetOf(host: string, path: string): Promise<RequestTarget | null> {
  if (host === platformDomain()) return { kind: 'platform', host, tenant: null }
  const purposes = purposesOf(path)
  if (isSharedApi(host))
    return purposes === OF_API ? { kind: 'shared_api', host, tenant: null } : null
  // it may be right below the domain of now, and printed codes lead to it
  if (formerDomains().includes(host)) return null
  const tenant = await tenantResolver.byHost(host, purposes)
  return tenant && { kind: 'tenant', host, tenant }
}

/** Where a link leads whose host is suspended, or was the platform's before. */
export async function movedTo(host: string, path: string): Promise<string | null> {
  if (!LINK_PATH.test(path)) return null
  return formerDomains().includes(host) ? platformDomain() : tenantResolver.movedTo(host)
}

/** Whether a link is over because its host is suspended. Everything else on such a host is gone without a word. */
export async function endOf(host: string, path: string): Promise<LinkEnd | null> {
  const isPassword = PASSWORD_PATH.test(path)
  if (!isPassword && !OPENING_PATH.test(path)) return null
  const logInHost = await tenantResolver.movedTo(host, 'app')
  return logInHost === null ? null : { logInHost: isPassword ? logInHost : null }
}

/** Whether somebody lives here at all, or links still lead on from here: then this name gets a certificate. */
export async function isInhabited(host: string): Promise<boolean> {
  if (host === platformDomain() || isSharedApi(host) || formerDomains().includes(host)) return true
  if (await tenantResolver.byHost(host, PURPOSES)) return true
  return tenantResolver.isLeft(host)
}

function purposesOf(path: string): readonly Purpose[] {
  return SERVED.find(([paths]) => paths.test(path))?.[1] ?? OF_DASHBOARD
}
