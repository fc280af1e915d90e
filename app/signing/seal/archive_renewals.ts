import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { renewsStamps, timestamps } from '#app/sealing/configuration'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

/** So that many documents whose stamps end on one day are done in small bites. */
export const DOCUMENTS_A_TURN = 50
const NEXT_TURN_MS = MINUTE_MS

/** What stamps depend on: few values, each found by a step through the index. */
export const KINDS = `
  with recursive kinds (stamped_with) as (
    (select stamped_with from documents where restamp_at is not null order by stamped_with limit 1)
    union all
    select next.stamped_with from kinds, lateral (
      select d.stamped_with from documents d
       where d.restamp_at is not null and d.stamped_with > kinds.stamped_with
       order by d.stamped_with limit 1) as next)
  select stamped_with from kinds`

/** Whose time has come, and of retired kinds what was not asked for today. */
export const DUE = `
  select due.id from unnest($1::text[]) as kind (name), lateral (
    select d.id from documents d
     where d.restamp_at is not null and d.stamped_with = kind.name and d.restamp_at <= $3
     order by d.restamp_at limit $5) as due
  union all
  select due.id from unnest($2::text[]) as kind (name), lateral (
    select d.id from documents d
     where d.restamp_at is not null and d.stamped_with = kind.name and d.restamp_at > $4
     order by d.restamp_at limit $5) as due
   limit $5`

const ASKED = `
  update documents set restamp_at = $2 where id in (
    select id from documents where id = any($1) and restamp_at is not null order by id for no key update)`

/**
 * The work `seal.renewals`: asks for a new time stamp over documents whose newest ends soon, or depends on an algorithm that was retired.
 * Each is asked for once a day until it has one.
 */
export default async function renewStamps(task: Task): Promise<void> {
  const ids = renewsStamps() ? await dueDocuments() : []
  await unit(async () => {
    if (ids.length > 0) {
      await CurrentTenant.batch([{ text: ASKED, values: [ids, tomorrow()] }])
      Outbox.append(...ids.map((id) => ({ kind: 'seal.archive', ref: id }) as const))
    }
    if (ids.length < DOCUMENTS_A_TURN) return Outbox.finish(task)
    await Outbox.putOff(task, new Date(clock.now().getTime() + NEXT_TURN_MS))
  })
}

async function dueDocuments(): Promise<string[]> {
  const [rows] = await CurrentTenant.batch([query<RowOf<'documents', 'stamped_with'>>(KINDS)])
  const kinds = rows.map(({ stamped_with: kind }) => kind)
  const { retired } = timestamps.value
  const old = kinds.filter((kind) => kind.split(',').some((one) => retired.includes(one)))
  const values = [kinds, old, clock.now(), tomorrow(), DOCUMENTS_A_TURN]
  const [due] = await CurrentTenant.batch([query<RowOf<'documents', 'id'>>(DUE, values)])
  return due.map(({ id }) => id)
}

function tomorrow(): Date {
  return new Date(clock.now().getTime() + DAY_MS)
}
