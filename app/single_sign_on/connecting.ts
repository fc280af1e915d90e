import { X509Certificate } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { USUAL_ROLE, type Role } from '#app/identity/access/role'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion } from '#app/tenancy/statement'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Connection from './connection.js'
import { Enforcement } from './enforcement.js'
import MetadataRefused from './errors/metadata_refused.js'
import type { AttributeMapping } from './attribute_mapping.js'
import { gate } from './gate/gate.js'
import OwnKey from './own_key.js'
import { requireOwner } from './owners.js'
import { ProvedDomains } from './proved_domains.js'
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

/** Connects a tenant with its identity provider, in the live scope. The form and the command line share it. */
export const Connecting = {
  /** @throws MetadataRefused, which says what is wrong with them */
  async read(xml: string): Promise<ProviderMetadata> {
    const { result, fault } = await gate.metadata(xml)
    if (!result) throw new MetadataRefused(fault!)
    return result
  },

  /**
   * The first time keys are made and our addresses are fixed; another time the provider is replaced by what its new metadata say.
   *
   * @param domains  of which somebody who may has said that they are the tenant's
   * @throws FeatureNotInPlan; OwnerRequired for other members, once a domain lets owners in, or single sign-on is required
   */
  async connect(
    metadata: ProviderMetadata,
    terms: Terms,
    by: Actor,
    domains: readonly string[] = []
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
      if (await ProvedDomains.letOwnersIn()) await requireOwner(by)
      const before = await Connection.query().first()
      const connection = before ?? fresh(entitlements.host)
      const changed = { ...addressesIn(metadata), ...terms, updatedAt: clock.now() }
      await connection.merge({ ...changed, version: connection.version + 1 }).save()
      if (!before && key) await key.save()
      await replaceCertificates(metadata.certificates)
      for (const domain of domains) await ProvedDomains.vouchFor(domain)
    })
    return (await Connection.current())!
  },

  /** Other terms with the same provider. @throws FeatureNotInPlan; OwnerRequired for another attribute of the address, once a domain lets owners in */
  async change(terms: Terms, by: Actor): Promise<void> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    await unit(async () => {
      await SecurityTrail.append({ action: 'sso.changed', actor: by, details: { ...terms } })
      const connection = await Connection.query().firstOrFail()
      const { emailAttribute = connection.emailAttribute } = terms
      const isOwners =
        emailAttribute !== connection.emailAttribute && (await ProvedDomains.letOwnersIn())
      if (isOwners) await requireOwner(by)
      const version = connection.version + 1
      await connection.merge({ ...terms, version, updatedAt: clock.now() }).save()
    })
  },

  /** Nobody comes in by it any more, so passwords count; what was agreed stays, so that it can be turned on again. @throws OwnerRequired */
  async turn(isOn: boolean, by: Actor): Promise<void> {
    await unit(async () => {
      if (!isOn) await Enforcement.endWith(by)
      const action = isOn ? 'sso.turned_on' : 'sso.turned_off'
      await SecurityTrail.append({ action, actor: by })
      const connection = await Connection.query().firstOrFail()
      await connection.merge({ isOn, updatedAt: clock.now() }).save()
    })
  },
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

function addressesIn(metadata: ProviderMetadata) {
  const { entityId, ssoUrl, ssoBinding, sloUrl, sloResponseUrl, sloBinding } = metadata
  return { provider: entityId, ssoUrl, ssoBinding, sloUrl, sloResponseUrl, sloBinding }
}

async function replaceCertificates(certificates: readonly string[]): Promise<void> {
  const rows = certificates.map((certificate) => {
    const der = Buffer.from(certificate, 'base64')
    const notAfter = new Date(new X509Certificate(der).validTo)
    return { sha256: sha256Hex(der), certificate, not_after: notAfter, created_at: clock.now() }
  })
  await CurrentTenant.batch([
    {
      text: 'delete from sso_certificates where sha256 <> all ($1)',
      values: [rows.map((row) => row.sha256)],
    },
    ...rows.map((row) => {
      const { text, values } = insertion('sso_certificates', [row])
      return { text: `${text} on conflict do nothing`, values }
    }),
  ])
}
