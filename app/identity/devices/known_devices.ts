import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'

/** More browsers than anybody uses; the one that was used longest ago is forgotten first. */
const MAX_DEVICES = 50

/** A row that this very statement inserted has no older version: of two log-ins at once one is the first. */
const RECOGNISE = `
  insert into known_devices (id, user_id, token_sha256, ip_address, user_agent, created_at, seen_at)
  values ($1, $2, $3, $4, $5, $6, $6)
  on conflict (user_id, token_sha256) do update
    set seen_at = excluded.seen_at, ip_address = excluded.ip_address, user_agent = excluded.user_agent
  returning id, xmax = 0 as "isNew", (select last_seen_at is null from users where id = $2) as "isFirst"`

const FORGET_OLDEST = `
  delete from known_devices where user_id = $1 and id not in (
    select id from known_devices where user_id = $1 order by seen_at desc, id desc limit ${MAX_DEVICES})`

interface LogIn {
  userId: string
  /** What the browser shows to be recognised, from before or given just now. */
  token: string
  ipAddress: string | null
  userAgent: string | null
}

interface Recognised {
  id: string
  isNew: boolean
  /** The person has never been here before. */
  isFirst: boolean
}

/** The browsers in which people have logged in before. Always in the live scope. */
export const KnownDevices = {
  /** In the unit that opens a session, before the person is marked as seen. A mail tells them of a browser that is new, unless it is their very first. */
  async recognise({ userId, token, ipAddress, userAgent }: LogIn): Promise<void> {
    const digest = sha256Hex(token)
    const values = [newId('dev'), userId, digest, ipAddress, userAgent, clock.now()]
    const [[{ id, isNew, isFirst }]] = await CurrentTenant.batch([
      query<Recognised>(RECOGNISE, values),
      { text: FORGET_OLDEST, values: [userId] },
    ] as const)
    if (isNew && !isFirst)
      await Notice.leave('account.new_device', { deviceId: id }, { to: userId })
  },

  /** In the unit that shuts everybody out of an account: the next log-in is told of. */
  async forget({ id }: { id: string }): Promise<void> {
    const text = 'delete from known_devices where user_id = $1'
    await CurrentTenant.batch([{ text, values: [id] }])
  },

  /** Null for one that was forgotten. */
  async find(id: string): Promise<RowOf<'known_devices'> | null> {
    const text = 'select * from known_devices where id = $1'
    const [[row]] = await CurrentTenant.batch([query<RowOf<'known_devices'>>(text, [id])])
    return row ?? null
  },
}
