import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import type Connection from '../connection.js'

/** How many days before an end its people are told. */
const DAYS = [30, 14, 7, 1]

const NOTE = `insert into sso_end_notices (subject, days, noticed_at)
  select $1, unnest($2::int[]), $3 on conflict do nothing returning days`
const FORGET = `delete from sso_end_notices
  where subject not in (select sha256 from sso_certificates union all select id from sso_keys)`

/** A certificate whose end stops log-ins, unless something is done before. */
export interface Ending {
  /** A digest of the provider's certificate, or the id of our key. */
  subject: string
  isOurs: boolean
  endsAt: Date
}

/** What ends within a month and has no successor: nothing is to be done about a certificate beside one that ends later. */
export function endingsOf({ certificates, keys }: Connection, now: Date): Ending[] {
  const theirs = certificates.map(({ sha256, not_after: endsAt }) => ({
    ...{ subject: sha256, isOurs: false, endsAt },
  }))
  const ours = keys
    .filter(({ role }) => role !== 'retired')
    .map(({ id, notAfter }) => ({ subject: id, isOurs: true, endsAt: notAfter }))
  return [theirs, ours]
    .flatMap((some) => some.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime()).slice(0, 1))
    .filter(({ endsAt }) => endsAt.getTime() - now.getTime() <= DAYS[0] * DAY_MS)
}

const ENDINGS = `
  select max(not_after) as "endsAt", false as "isOurs" from sso_certificates, sso_connection c
   where c.is_on having max(not_after) <= $1
  union all
  select max(not_after), true from sso_keys, sso_connection c
   where c.is_on and role <> 'retired' having max(not_after) <= $1`

/** The same while people log in by it, as an expression of SQL for a statement whose first value is `endingsUntil`. Times are text there. */
export const ENDINGS_AS_JSON = `(select coalesce(jsonb_agg(e), '[]') from (${ENDINGS}) e)`

/** Up to when an end is near. */
export function endingsUntil(): Date {
  return new Date(clock.now().getTime() + DAYS[0] * DAY_MS)
}

/** Announces each end that has come near, in a unit. Of several announcements that were missed, one is made. */
export async function announceEnds(connection: Connection): Promise<void> {
  const now = clock.now()
  await CurrentTenant.batch([{ text: FORGET }])
  for (const ending of endingsOf(connection, now)) {
    const left = ending.endsAt.getTime() - now.getTime()
    const due = DAYS.filter((days) => left <= days * DAY_MS)
    const noting = query<{ days: number }>(NOTE, [ending.subject, due, now])
    const [noted] = await CurrentTenant.batch([noting])
    const isNew = noted.some(({ days }) => days === due.at(-1))
    if (isNew) await Notice.leave('sso.certificate_ending', detailsOf(ending))
  }
}

function detailsOf({ subject, isOurs, endsAt }: Ending) {
  return { subject, isOurs, endsAt: endsAt.toISOString() }
}

/** When the next announcement is due; null where none is to come. */
export function nextAnnouncement({ certificates, keys }: Connection, now: Date): Date | null {
  const ends = [
    ...certificates.map(({ not_after: endsAt }) => endsAt),
    ...keys.map(({ notAfter }) => notAfter),
  ]
  const times = ends
    .flatMap((end) => DAYS.map((days) => end.getTime() - days * DAY_MS))
    .filter((time) => time > now.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}
