import pg from 'pg'
import type { Actor } from '#app/audit/actor'
import type Plan from '../plans/plan.js'
import type { Purpose } from '../domains/domain.js'
import type Tenant from '../tenant.js'

/** What is asked for. Kept in the tenant's row until it is ready, so that another process can finish what one began. */
export interface NewTenant {
  name: string
  slug: string
  plan: string
  cell?: string
  color?: string
  /** The reseller below which it is made, and who there ordered it. */
  parentId?: string
  orderedBy?: Actor
  /** What the order is known by, should it come again. */
  orderKey?: string
  metadata?: Record<string, string>
  owner: { id: string; email: string; name: string; passwordHash: string | null }
  /** An operator vouches for it: the owner's address counts as proved, and there is no cap for the first days. */
  isTrusted?: boolean
}

const literal = pg.escapeLiteral

/** The first rows of an account, as SQL: where it stands, how it looks, who owns it. */
export function firstRows(
  tenant: Tenant,
  plan: Plan,
  wanted: NewTenant,
  hosts: Record<Purpose, string>
): string {
  return [entitlements(tenant, plan, hosts), brand(wanted), owner(wanted)].join('\n')
}

function entitlements(tenant: Tenant, plan: Plan, hosts: Record<Purpose, string>): string {
  const led = [hosts.app, hosts.signing, hosts.api].map(literal).join(', ')
  const values = [tenant.id, tenant.slug, tenant.name].map(literal).join(', ')
  const parent = tenant.parentId === null ? 'null' : literal(tenant.parentId)
  const plans = [plan.key, plan.name, JSON.stringify(plan.entitlements)].map(literal).join(', ')
  return `insert into standing (tenant_id, slug, name, parent_id, host, signing_host, api_host, plan_key, plan_name, entitlements, version, daily_documents, capped_until)
    values (${values}, ${parent}, ${led}, ${plans}, ${tenant.version}, ${cap(tenant)});`
}

/** A reseller's tenant looks like its reseller until it chooses otherwise; any other is called by its own name. */
function brand({ name, color, parentId }: NewTenant): string {
  const values = [parentId ? null : name, color ?? null].map(textOrNull).join(', ')
  return `insert into brand (name, color, updated_at) values (${values}, now());`
}

function textOrNull(text: string | null): string {
  return text === null ? 'null' : literal(text)
}

function cap({ dailyDocuments, cappedUntil }: Tenant): string {
  if (dailyDocuments === null || cappedUntil === null) return 'null, null'
  return `${Number(dailyDocuments)}, ${literal(cappedUntil.toISOString())}`
}

function owner({ owner: { id, email, name, passwordHash }, isTrusted = false }: NewTenant): string {
  return `insert into users (id, email, name, password_hash, role, verified_at, created_at, updated_at)
    values (${literal(id)}, lower(${literal(email)}), ${literal(name)}, ${textOrNull(passwordHash)}, 'owner', ${isTrusted ? 'now()' : 'null'}, now(), now());`
}
