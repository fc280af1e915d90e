import pg from 'pg'
import type Plan from './plan.js'
import { platformHost } from './public_address.js'
import type Tenant from './tenant.js'

/** What is asked for. Kept in the tenant's row until it is ready, so that another process can finish what one began. */
export interface NewTenant {
  name: string
  slug: string
  plan: string
  cell?: string
  color?: string
  owner: { id: string; email: string; name: string; passwordHash: string | null }
}

const DEFAULT_COLOR = '#1f5eff'
const literal = pg.escapeLiteral

/** The first rows of an account, as SQL: where it stands, how it looks, who owns it. */
export function firstRows(tenant: Tenant, plan: Plan, wanted: NewTenant): string {
  return [standing(tenant, plan), brand(wanted), owner(wanted)].join('\n')
}

function standing(tenant: Tenant, plan: Plan): string {
  const host = literal(platformHost(tenant.slug))
  const values = [tenant.id, tenant.slug, tenant.name].map(literal).join(', ')
  const plans = [plan.key, plan.name, JSON.stringify(plan.entitlements)].map(literal).join(', ')
  return `insert into standing (tenant_id, slug, name, host, signing_host, plan_key, plan_name, entitlements, version)
    values (${values}, ${host}, ${host}, ${plans}, ${tenant.version});`
}

function brand({ name, color = DEFAULT_COLOR }: NewTenant): string {
  return `insert into brand (name, color, updated_at) values (${literal(name)}, ${literal(color)}, now());`
}

function owner({ owner: { id, email, name, passwordHash } }: NewTenant): string {
  const hash = passwordHash === null ? 'null' : literal(passwordHash)
  return `insert into users (id, email, name, password_hash, role, created_at, updated_at)
    values (${literal(id)}, lower(${literal(email)}), ${literal(name)}, ${hash}, 'owner', now(), now());`
}
