import { randomInt } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { targetDomain } from '../hosts/public_address.js'

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
const LABEL_CHARACTERS = 20

/**
 * The name that all hosts of a tenant lead to, made when it is first asked for. It is the tenant's alone: a record that still leads
 * here when the tenant is gone leads to nobody.
 */
export async function targetOf(tenantId: string): Promise<string> {
  const label = Array.from({ length: LABEL_CHARACTERS }, () => LETTERS[randomInt(LETTERS.length)])
  const { rows } = await db.connection('platform').rawQuery<{ rows: { label: string }[] }>(
    `with made as (insert into domain_targets (tenant_id, label) values (:tenantId, :label) on conflict do nothing returning label)
     select label from made union all select label from domain_targets where tenant_id = :tenantId`,
    { tenantId, label: label.join('') }
  )
  return `${rows[0]?.label ?? (await targetLabel(tenantId))}.${targetDomain()}`
}

/** Another process has made it while we looked. */
async function targetLabel(tenantId: string): Promise<string> {
  const row = await db
    .connection('platform')
    .from('domain_targets')
    .where({ tenant_id: tenantId })
    .firstOrFail()
  return row.label
}
