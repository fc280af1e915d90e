import { Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { rolesWith } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { Connecting } from './connecting.js'
import Connection from './connection.js'
import SetupClosed from './errors/setup_closed.js'
import type { ProviderMetadata } from './gate/provider_metadata.js'

const LIFE_MS = 7 * DAY_MS
const TOKEN = /^[\w-]{43}$/

const ROW = query<RowOf<'sso_setup'>>('select * from sso_setup')
/** What waits for an owner goes on waiting. */
const MAKE = `
  insert into sso_setup (id, token_sha256, created_by, created_at, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (singleton) do update set id = excluded.id, token_sha256 = excluded.token_sha256,
    created_by = excluded.created_by, created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null`
const USE = `
  update sso_setup set used_at = $2, awaits_owner_since = coalesce(awaits_owner_since, $2)
   where id = $1 and token_sha256 is not null and used_at is null returning id`
const AWAIT = `
  update sso_setup set awaits_owner_since = coalesce(awaits_owner_since, $2)
   where id = $1 and token_sha256 is not null returning id`

/** A link that is open, and who made it. */
export interface OpenSetup {
  id: string
  maker: User
  expiresAt: Date
}

/**
 * Lets somebody set up the provider who has no account: our values, its metadata, a test. Neither members nor roles, domains or enforcement. What they
 * set up is off until an owner turns it on. One link at a time, always in the live scope.
 */
export const SetupLink = {
  /**
   * @param within  what else belongs into the unit in which the link is made
   * @returns the token, shown here only
   * @throws FeatureNotInPlan
   */
  async make(
    by: Actor,
    within?: (id: string, token: string) => Promise<void>
  ): Promise<Secret<string>> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    const token = randomToken()
    const now = clock.now()
    const id = newId('ssl')
    await unit(async () => {
      await SecurityTrail.append({
        action: 'sso.setup_link_made',
        actor: by,
        details: { linkId: id },
      })
      const until = new Date(now.getTime() + LIFE_MS)
      await CurrentTenant.batch([{ text: MAKE, values: [id, sha256Hex(token), by.id, now, until] }])
      await within?.(id, token)
    })
    return new Secret(token)
  },

  async revoke(by: Actor): Promise<void> {
    await unit(async () => {
      await SecurityTrail.append({ action: 'sso.setup_link_revoked', actor: by })
      await CurrentTenant.batch([{ text: 'update sso_setup set token_sha256 = null' }])
    })
  },

  /** For those who made it: without the token. */
  async current(): Promise<RowOf<'sso_setup'> | null> {
    const [rows] = await CurrentTenant.batch([ROW])
    return rows.at(0) ?? null
  },

  /** Null for a link that is unknown, late or revoked, whose maker may not make one any more, and in a plan without single sign-on. */
  async byToken(token: string | null): Promise<OpenSetup | null> {
    const row = token !== null && TOKEN.test(token) ? await SetupLink.current() : null
    if (!row || row.token_sha256 !== sha256Hex(token!) || row.expires_at <= clock.now()) return null
    const [maker, entitlements] = await Promise.all([
      User.find(row.created_by),
      TenantEntitlements.current(),
    ])
    const mayStill = maker && !maker.isDisabled && rolesWith('members', 'live').includes(maker.role)
    if (!mayStill || !entitlements.may('sso')) return null
    return { id: row.id, maker, expiresAt: row.expires_at }
  },

  /** @throws SetupClosed while people log in through it; OwnerRequired where owners come in by it */
  async connect(
    link: OpenSetup,
    { metadata, name }: { metadata: ProviderMetadata; name: string },
    client: Pick<Actor, 'ipAddress' | 'userAgent'>
  ): Promise<void> {
    const actor = actorOf(link, client)
    // before the provider is there: what a link has set up never waits for nobody
    await unit(async () => {
      await requireOff()
      const values = [link.id, clock.now()]
      const [first] = await CurrentTenant.batch([{ text: USE, values }])
      const [open] = await CurrentTenant.batch([{ text: AWAIT, values }])
      if (open.length === 0) throw new SetupClosed()
      if (first.length > 0) await Notice.leave('sso.set_up', { linkId: link.id })
    })
    await Connecting.connect(metadata, { name, isOn: false }, actor)
  },
}

/** It is nobody of the account, and no owner: what only owners may do is refused. */
export function actorOf(
  { id, maker }: OpenSetup,
  client: Pick<Actor, 'ipAddress' | 'userAgent'>
): Actor {
  return { type: 'system', id, name: `Set-up link made by ${maker.name}`, via: id, ...client }
}

async function requireOff(): Promise<void> {
  const connection = await Connection.query().forUpdate().first()
  if (connection?.isOn) throw new SetupClosed()
}
