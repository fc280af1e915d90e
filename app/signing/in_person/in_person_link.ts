import type { Environment } from '#app/foundation/environment'
import type Signer from '#app/documents/signers/signer'
import { tokenHash } from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { OneTimeLink } from '../links/one_time_link.js'

/** The member on whose device, and in whose presence, somebody signs. */
export type Host = RowOf<'users', 'id' | 'name' | 'email'>

/** A device that a member has handed to a signer. */
export interface Hosting {
  id: string
  /** SHA-256 of the signer's own link. */
  linkSha256: string
  host: Host
}

export interface InPersonLink {
  id: string
  token: string
  openUntil: Date
}

/** A newer one takes the place of the one before, which leads nowhere then: a signer signs on one device. */
const REPLACE = `
  insert into in_person_links (signer_id, id, host_id, link_sha256, salt, open_sha256, session_sha256, created_at, open_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (signer_id) do update set id = excluded.id, host_id = excluded.host_id, link_sha256 = excluded.link_sha256,
    salt = excluded.salt, open_sha256 = excluded.open_sha256, session_sha256 = excluded.session_sha256,
    created_at = excluded.created_at, open_until = excluded.open_until, opened_at = null, ends_at = null`

const OF_HOST = 'join users u on u.id = l.host_id and u.disabled_at is null'

const OPEN = `
  update in_person_links l set opened_at = $2, ends_at = $3 from users u
   where l.open_sha256 = $1 and l.opened_at is null and l.open_until > $2 and u.id = l.host_id and u.disabled_at is null
  returning l.id, l.salt`

const LINK = new OneTimeLink('in-person', 'inp', OPEN)

const SESSION = `
  select l.id, l.link_sha256, u.id as host_id, u.name, u.email from in_person_links l ${OF_HOST}
   where l.session_sha256 = $1 and l.ends_at > $2`

const HOST = `select u.id, u.name, u.email from in_person_links l ${OF_HOST} where l.id = $1`

const IN_FORCE = `
  select l.id from in_person_links l ${OF_HOST}
   where l.signer_id = $1 and l.id = $2 and l.link_sha256 = $3 and l.ends_at > $4`

/**
 * A signer's way to their signing page on the device of a member: a token that opens once, within minutes, and leads to another that the page goes on
 * with. It stands for the signer's own link and ends with it, with the member's account, and with the next one that is made.
 */
export const InPersonLink = {
  /** Under the lock of the document. */
  async make(signer: Signer, host: Host): Promise<InPersonLink> {
    const now = await tenantClock.read()
    const { token, openUntil, row } = await LINK.make(now)
    const { id, salt, open_sha256: open, session_sha256: session } = row
    const values = [signer.id, id, host.id, signer.tokenSha256, salt, open, session, now, openUntil]
    await CurrentTenant.batch([{ text: REPLACE, values }])
    return { id, token, openUntil }
  },

  environment: (token: string): Environment | null => LINK.environment(token),

  /** Once. @returns the token that the page goes on with */
  open: (token: string): Promise<string | null> => LINK.open(token),

  sessionEnvironment: (token: string): Environment | null => LINK.sessionEnvironment(token),

  /** Whether there is such a link, used or not. */
  async isKnown(token: string): Promise<boolean> {
    const text = 'select id from in_person_links where open_sha256 = $1'
    const [rows] = await CurrentTenant.batch([{ text, values: [tokenHash(token)] }])
    return rows.length > 0
  },

  async session(token: string): Promise<Hosting | null> {
    const now = await tenantClock.read()
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'in_person_links', 'id' | 'link_sha256' | 'host_id'> & Host>(SESSION, [
        tokenHash(token),
        now,
      ]),
    ])
    if (!row) return null
    const { id, link_sha256: linkSha256, host_id: hostId, name, email } = row
    return { id, linkSha256, host: { id: hostId, name, email } }
  },

  /** Under the lock of the document: whether the device is still the one on which they sign. */
  async isInForce({ id, tokenSha256 }: Signer, via: string | undefined): Promise<boolean> {
    if (via === undefined) return false
    const values = [id, via, tokenSha256, await tenantClock.read()]
    const [rows] = await CurrentTenant.batch([{ text: IN_FORCE, values }])
    return rows.length > 0
  },

  /** @param id  of the link */
  async hostOf(id: string): Promise<Host | null> {
    const [[host]] = await CurrentTenant.batch([query<Host>(HOST, [id])])
    return host ?? null
  },
}
