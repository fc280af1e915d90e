import { CurrentTenant } from '#app/tenancy/current_tenant'
import Sender from '#app/sending/sender'
import { returnHost } from '#app/sending/sender_records'
import { SenderServer, type ServerLogin } from '#app/sending/sender_server'
import { bounceDomain } from '#app/sending/configuration'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { mailFrom } from '../configuration.js'

/** The key that signs a mail, as nodemailer wants it. */
interface SigningKey {
  domainName: string
  keySelector: string
  privateKey: string
}

/** By which way the mails of a tenant go out at this moment. */
export interface SenderRoute {
  way: 'platform' | 'domain' | 'server'
  /** What they come from. */
  address: string
  /** Where what comes back is taken in; null where it is no affair of ours. */
  returnTo: string | null
  signedBy?: SigningKey
  server?: ServerLogin
  /** The tenant's own, of which it is told how its server fares; a reseller's is not its affair. */
  own?: Sender
}

/** Nobody sells to somebody who sells to somebody, much longer than this. */
const MAX_RESELLERS = 5

export function platformRoute(): SenderRoute {
  return { way: 'platform', address: mailFrom.value, returnTo: bounceDomain.value }
}

/** How an account would send by itself; null where it has nothing for that. */
type Own = (entitlements: TenantEntitlements, sender: Sender) => Promise<SenderRoute | null>

/** In the live environment, outside a unit. What is not to be had sends nothing: the next that can does, and at last the platform. */
export async function senderRoute(): Promise<SenderRoute> {
  const { route, parentId } = await routeHere(ownRoute)
  return route ?? givenRoute(parentId)
}

/** The same where both have been read already. */
export async function routeBy(
  entitlements: TenantEntitlements,
  sender: Sender
): Promise<SenderRoute> {
  return (await ownRoute(entitlements, sender)) ?? givenRoute(entitlements.parentId)
}

/** What sends for a tenant that has nothing of its own, or when that is not to be had: its reseller's sender, or the platform's. */
export async function givenRoute(parentId: string | null): Promise<SenderRoute> {
  return parentId ? inherited(parentId, ownRoute) : platformRoute()
}

/**
 * Through our own relay, signed by the domain of the account or its reseller where there is one. Admins and resellers choose mail servers, and
 * those who run them read what passes: no link to an owner's password may.
 */
export async function relayRoute(): Promise<SenderRoute> {
  const { route, parentId } = await routeHere(relayedDomain)
  return route ?? (parentId ? inherited(parentId, relayedDomain) : platformRoute())
}

/** A reseller's sender serves its tenants, in the reseller's own scope; not that of one who may sell no more. */
async function inherited(resellerId: string, own: Own): Promise<SenderRoute> {
  let next: string | null = resellerId
  for (let steps = 0; next !== null && steps < MAX_RESELLERS; steps++) {
    const tenant = await tenantResolver.byId(next)
    if (!tenant) break
    const { id, cell } = tenant
    const scope = { tenant: { id, cell }, environment: 'live' as const }
    const found = await CurrentTenant.run(scope, () => routeHere(own))
    if (found.route && found.resells) return { ...found.route, own: undefined }
    next = found.parentId
  }
  return platformRoute()
}

interface Here {
  route: SenderRoute | null
  parentId: string | null
  resells: boolean
}

async function routeHere(own: Own): Promise<Here> {
  const [entitlementRows, sender] = await CurrentTenant.batch([
    TenantEntitlements.reading,
    Sender.statement,
  ] as const)
  const [entitlements] = readOnlyModels(TenantEntitlements, entitlementRows)
  const route = await own(entitlements, Sender.from(sender))
  return { route, parentId: entitlements.parentId, resells: entitlements.may('resell') }
}

async function ownRoute(
  entitlements: TenantEntitlements,
  sender: Sender
): Promise<SenderRoute | null> {
  if (!entitlements.may('senderDomain')) return null
  if (sender.way === 'domain') return domainRoute(sender)
  return sender.way === 'server' ? serverRoute(sender) : null
}

/** A domain that is verified, though other mails go by a server. */
async function relayedDomain(
  entitlements: TenantEntitlements,
  sender: Sender
): Promise<SenderRoute | null> {
  if (!entitlements.may('senderDomain') || sender.way === 'platform') return null
  return domainRoute(sender)
}

async function domainRoute(sender: Sender): Promise<SenderRoute | null> {
  const { domain, domainAddress, activeKey, isDomainUsable, hasReturn } = sender
  if (!isDomainUsable || !domain || !domainAddress || !activeKey) return null
  const { selector: keySelector } = activeKey
  return {
    way: 'domain',
    address: domainAddress,
    returnTo: hasReturn ? returnHost(domain) : bounceDomain.value,
    signedBy: { domainName: domain, keySelector, privateKey: await activeKey.reveal() },
    own: sender,
  }
}

/** Servers of one's own want one's own return path: what they take and cannot deliver comes back to that address. */
async function serverRoute(sender: Sender): Promise<SenderRoute | null> {
  const server = await SenderServer.login(sender)
  if (!server) return null
  return { way: 'server', address: server.address, returnTo: null, server, own: sender }
}
