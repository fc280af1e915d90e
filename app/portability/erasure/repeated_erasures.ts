import { SYSTEM } from '#app/audit/actor'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import Document from '#app/documents/document'
import { eraseAgain } from '#app/documents/repeated_erasure'
import { environmentOf } from '#app/foundation/identifier'
import { Vault } from '#app/documents/files/vault'
import { SavedViews } from '#app/documents/views/saved_views'
import { Contacts } from '#app/identity/contacts/contacts'
import { BulkRows } from '#app/templates/bulk/bulk_row'
import { CurrentTenant, unit, type Scope } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'
import TenantHasTenants from '../errors/tenant_has_tenants.js'
import { FORGET_STATES } from './signer_erasure.js'
import { TenantErasure } from './tenant_erasure.js'

/** How much had come back. */
export interface Repeated {
  tenants: number
  documents: number
  /** What members remembered of people, rows of lists, and trails that stay. */
  mentions: number
  /** Tenants that have tenants again: these move to another reseller first. */
  left: string[]
}

type Count = Pick<Repeated, 'documents' | 'mentions'>

const THERE = 'select id from documents where id = any ($1) and erased_at is null order by id'

const ADDRESSES =
  'select distinct lower(email) as address from signers where document_id = any ($1)'

/** Whom the entries by which others came in their place name, where their documents are there and say so. */
const REPLACED = `
  select d.id, value as email from audit_entries e join personal_values on entry_id = e.id join documents d on d.id = chain
   where e.id = any ($1) and field = 'emailBefore' and erased_at is null order by d.id, e.sequence`

/** That mail came back, for those whom nobody asks any more. */
const FORGET_BOUNCES = `delete from suppressions
  where address = any ($1) and not exists (select from signers where lower(email) = address)`

/**
 * What stands in the list of erasures, and is there again because a database, files or keys of an earlier moment were put back, is
 * erased again. Done twice, it finds nothing to do.
 */
export const RepeatedErasures = {
  async run(onProgress: (done: number, total: number) => void = () => {}): Promise<Repeated> {
    const repeated: Repeated = { tenants: 0, documents: 0, mentions: 0, left: [] }
    const ids = await ErasureList.tenants()
    for (const [place, id] of (await resellersLast(ids)).entries()) {
      const listed = await ErasureList.of(id)
      if (listed.includes(id)) await repeatTenant(id, repeated)
      else await repeatWithin(id, listed, repeated)
      onProgress(place + 1, ids.length)
    }
    return repeated
  },

  /** Of a tenant that an archive brought back, whose platform does not know it yet: all that is listed but the tenant itself. */
  async within(tenant: TenantRef, hasSandbox: boolean): Promise<Count> {
    return repeatIn(tenant, hasSandbox, await ErasureList.of(tenant.id))
  },
}

/** A tenant below another goes before it. */
async function resellersLast(ids: readonly string[]): Promise<string[]> {
  const tenants = await Tenant.query().whereNotNull('parentId')
  const below = new Set(tenants.map(({ id }) => id))
  return [...ids.filter((id) => below.has(id)), ...ids.filter((id) => !below.has(id))]
}

async function repeatTenant(id: string, repeated: Repeated): Promise<void> {
  try {
    if (await TenantErasure.repeat(id)) repeated.tenants += 1
  } catch (error) {
    if (!(error instanceof TenantHasTenants)) throw error
    repeated.left.push(id)
  }
}

async function repeatWithin(
  tenantId: string,
  listed: readonly string[],
  repeated: Repeated
): Promise<void> {
  const tenant = await Tenant.find(tenantId)
  if (!tenant?.isReachable) return
  const { documents, mentions } = await repeatIn(tenant.ref, tenant.hasSandbox, listed)
  repeated.documents += documents
  repeated.mentions += mentions
}

async function repeatIn(
  tenant: TenantRef,
  hasSandbox: boolean,
  listed: readonly string[]
): Promise<Count> {
  const total: Count = { documents: 0, mentions: 0 }
  const ids = Map.groupBy(listed, (id) => environmentOf(id.split('.')[0]))
  for (const environment of ['live', 'test'] as const) {
    if (environment === 'test' && !hasSandbox) continue
    const count = await repeatOf({ tenant, environment }, ids.get(environment) ?? [])
    total.documents += count.documents
    total.mentions += count.mentions
  }
  return total
}

function repeatOf(scope: Scope, ids: string[]): Promise<Count> {
  return CurrentTenant.run(scope, async () => {
    const of = (prefix: string) => ids.filter((id) => id.startsWith(`${prefix}_`))
    const documents = await repeatDocuments(of('doc'))
    const [contacts, views, rows] = await CurrentTenant.batch([
      Contacts.forgettingAgain(of('con')),
      SavedViews.forgetting(of('viw')),
      BulkRows.forgettingAgain(of('blk')),
    ])
    const people = await repeatPeople(of('aud'))
    return { documents, mentions: contacts.length + views.length + rows.length + people }
  })
}

async function repeatDocuments(ids: string[]): Promise<number> {
  const [there, named] = await CurrentTenant.batch([
    query<{ id: string }>(THERE, [ids]),
    query<{ address: string }>(ADDRESSES, [ids]),
  ])
  for (const { id } of there) await Document.change(id, eraseAgain, { isKeyChanged: true })
  // of those that the database knows to be erased, files alone may have been put back
  const isThere = new Set(there.map(({ id }) => id))
  for (const id of ids) if (!isThere.has(id)) await Vault.removeAll(id)
  if (there.length === 0) return 0
  const addresses = named.map(({ address }) => address)
  await unit(() =>
    CurrentTenant.batch([{ text: FORGET_BOUNCES, values: [addresses] }, { text: FORGET_STATES }])
  )
  return there.length
}

async function repeatPeople(replacements: string[]): Promise<number> {
  const [named] = await CurrentTenant.batch([
    query<{ id: string; email: string }>(REPLACED, [replacements]),
  ])
  for (const { id, email } of named) await Document.reference(id).erasePerson(email, SYSTEM)
  return named.length
}
