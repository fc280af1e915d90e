import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { USUAL_ROLE, type Role } from '#app/identity/access/role'
import { unit } from '#app/tenancy/current_tenant'
import HostRefused from '#app/tenants/errors/host_refused'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Connection from './connection.js'
import { leadsHere } from './connection_host.js'
import { Enforcement } from './enforcement.js'
import SetupClosed from './errors/setup_closed.js'
import MetadataRefused from './errors/metadata_refused.js'
import type { AttributeMapping } from './attribute_mapping.js'
import { gate } from './gate/gate.js'
import { Rejection } from './gate/rejection.js'
import OwnKey from './own_key.js'
import { requireOwner, requireWhoMayReplace } from './owners.js'
import { ProvedDomains } from './proved_domains.js'
import { fetchMetadata, type FetchedMetadata } from './provider/metadata_source.js'
import { metadataOf, type ProviderFields } from './provider/provider_fields.js'
import { ProviderCertificates } from './provider/provider_certificates.js'
import { watchProvider } from './provider/provider_watch.js'
import { SetupConfirmation } from './setup_confirmation.js'
import type { ProviderMetadata } from './gate/provider_metadata.js'

/** What is agreed beside the provider's metadata. What is left out stays as it is. */
export interface Terms extends Partial<AttributeMapping> {
  name?: string
  isOn?: boolean
  makesMembers?: boolean
  defaultRole?: Role
  allowsUnsolicited?: boolean
  wantsBothSigned?: boolean
  wantsEncryption?: boolean
}

/** Where metadata were fetched, and the server's mark of that version. */
export interface MetadataSource {
  url: string
  etag: string | null
}

/** Connects a tenant with its identity provider, in the live scope. The form and the command line share it. */
export const Connecting = {
  /** @throws MetadataRefused, which says what is wrong with them */
  async read(xml: string): Promise<ProviderMetadata> {
    const { result, fault } = await gate.metadata(xml)
    if (!result) throw new MetadataRefused(fault!)
    return result
  },

  /** What an administrator gave the address of. @throws FeatureNotInPlan, MetadataRefused */
  async fetch(url: string): Promise<FetchedMetadata> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    try {
      return (await fetchMetadata(url))!
    } catch (error) {
      throw refusedBy(error)
    }
  },

  /** The same as metadata, from fields of a form. @throws MetadataRefused */
  written(fields: ProviderFields): ProviderMetadata {
    try {
      return metadataOf(fields)
    } catch (error) {
      throw refusedBy(error)
    }
  },

  /**
   * The first time keys are made and our addresses are fixed; another time the provider is replaced by what its new metadata say.
   *
   * @param domains  of which somebody who may has said that they are the tenant's
   * @param source  where the metadata came from, and are looked for again
   * @throws FeatureNotInPlan; OwnerRequired for other members, once a domain lets owners in, or single sign-on is required
   */
  async connect(
    metadata: ProviderMetadata,
    terms: Terms,
    by: Actor,
    {
      domains = [],
      source = null,
    }: { domains?: readonly string[]; source?: MetadataSource | null } = {}
  ): Promise<Connection> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    const key = (await Connection.current()) ? null : await OwnKey.make('current')
    await unit(async () => {
      const { entityId: provider } = metadata
      const known = await Connection.query().first()
      // another provider has not been tested by anybody
      if (known && (known.provider !== provider || terms.isOn === false))
        await Enforcement.endWith(by)
      const details = { provider, ...terms, ...(domains.length > 0 && { domains }) }
      // it locks the account: of two who connect at the same time the second replaces what the first has said
      await SecurityTrail.append({ action: 'sso.connected', actor: by, details })
      await requireWhoMayReplace(by)
      const before = await Connection.query().first()
      await requireWhoMayAgree(terms, before, by)
      if (before?.isOn && SetupConfirmation.isOutsider(by)) throw new SetupClosed()
      const connection = before ?? fresh(entitlements.host)
      const changed = { ...addressesIn(metadata), ...terms, ...sourceOf(source) }
      const { version } = connection
      await connection.merge({ ...changed, version: version + 1, updatedAt: clock.now() }).save()
      if (!before && key) await key.save()
      if (!before) watchProvider(connection)
      await ProviderCertificates.replace(metadata.certificates)
      for (const domain of domains) await ProvedDomains.vouchFor(domain)
    })
    return (await Connection.current())!
  },

  /** Other terms with the same provider. @throws FeatureNotInPlan; OwnerRequired for what an owner alone agrees to */
  async change(terms: Terms, by: Actor): Promise<void> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    await unit(async () => {
      await SecurityTrail.append({ action: 'sso.changed', actor: by, details: { ...terms } })
      const connection = await Connection.query().firstOrFail()
      await requireWhoMayAgree(terms, connection, by)
      const version = connection.version + 1
      await connection.merge({ ...terms, version, updatedAt: clock.now() }).save()
    })
  },

  /**
   * Our addresses at another host of the tenant. Until its provider was given them nobody comes in by it, so single sign-on is not required any more.
   *
   * @throws FeatureNotInPlan, HostRefused, OwnerRequired
   */
  async move(host: string, by: Actor): Promise<void> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    if (!(await leadsHere(host))) throw new HostRefused('not_yours')
    await unit(async () => {
      await Enforcement.lock()
      await requireOwner(by)
      const connection = await Connection.query().firstOrFail()
      const { host: from, version } = connection
      if (from === host) return
      await Enforcement.endWith(by)
      await SecurityTrail.append({ action: 'sso.moved', actor: by, details: { from, host } })
      await connection.merge({ host, version: version + 1, updatedAt: clock.now() }).save()
    })
  },

  /**
   * Off: nobody comes in by it any more, so passwords count; what was agreed stays, so that it can be turned on again. On: after a set-up link an owner alone.
   *
   * @throws OwnerRequired
   */
  async turn(isOn: boolean, by: Actor): Promise<void> {
    await unit(async () => {
      if (!isOn) await Enforcement.endWith(by)
      const action = isOn ? 'sso.turned_on' : 'sso.turned_off'
      await SecurityTrail.append({ action, actor: by })
      if (isOn && (await SetupConfirmation.take())) await requireOwner(by)
      const connection = await Connection.query().firstOrFail()
      await connection.merge({ isOn, updatedAt: clock.now() }).save()
    })
  },
}

/** What the form is told, where the fault is one of what it sent. */
function refusedBy(error: unknown): unknown {
  return error instanceof Rejection ? new MetadataRefused(error.fault) : error
}

function fresh(host: string): Connection {
  return new Connection().merge({
    ...{ singleton: true, id: newId('sso'), host, name: 'single sign-on', isOn: true, version: 0 },
    ...{ allowsUnsolicited: false, wantsBothSigned: false, wantsEncryption: false },
    ...{ makesMembers: false, defaultRole: USUAL_ROLE, emailAttribute: null, nameAttribute: null },
    ...{ givenNameAttribute: null, familyNameAttribute: null, groupsAttribute: null },
    createdAt: clock.now(),
  })
}

/**
 * Log-ins that nobody here asked for can be another person's; and another attribute of the address makes other people of the same ones.
 *
 * @throws OwnerRequired
 */
async function requireWhoMayAgree(
  terms: Terms,
  before: Connection | null,
  by: Actor
): Promise<void> {
  const { allowsUnsolicited = false, emailAttribute = before?.emailAttribute } = terms
  if (allowsUnsolicited && !before?.allowsUnsolicited) await requireOwner(by, 'unsolicited')
  if (before && emailAttribute !== before.emailAttribute) await requireWhoMayReplace(by)
}

function sourceOf(source: MetadataSource | null) {
  return {
    metadataUrl: source?.url ?? null,
    metadataEtag: source?.etag ?? null,
    metadataCheckedAt: source ? clock.now() : null,
    metadataFault: null,
  }
}

function addressesIn(metadata: ProviderMetadata) {
  const { entityId, ssoUrl, ssoBinding, sloUrl, sloResponseUrl, sloBinding } = metadata
  return { provider: entityId, ssoUrl, ssoBinding, sloUrl, sloResponseUrl, sloBinding }
}
