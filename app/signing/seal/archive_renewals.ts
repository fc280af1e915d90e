import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { renewsStamps, timestamps } from '#app/sealing/configuration'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { SealedPart } from './sealed_part.js'

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
  select due.id, due.files from unnest($1::text[]) as kind (name), lateral (
    select d.id, jsonb_array_length(d.files) as files from documents d
     where d.restamp_at is not null and d.stamped_with = kind.name and d.restamp_at <= $3
     order by d.restamp_at limit $5) as due
  union all
  select due.id, due.files from unnest($2::text[]) as kind (name), lateral (
    select d.id, jsonb_array_length(d.files) as files from documents d
     where d.restamp_at is not null and d.stamped_with = kind.name and d.restamp_at > $4
     order by d.restamp_at limit $5) as due
   limit $5`

const ASKED = `
  update documents set restamp_at = $2 where id in (
    select id from documents where id = any($1) and restamp_at is not null order by id for no key update)`

interface Due {
  id: string
  /** How many it has; 0 where it is one. */
  files: number
}

/**
 * The work `seal.renewals`: asks for a new time stamp over documents where the newest of one of their files ends soon, or depends on an
 * algorithm that was retired. Each is asked for once a day until all of its files have what they need, and each file is judged on its own.
 */
export default async function renewStamps(task: Task): Promise<void> {
  const documents = renewsStamps() ? await dueDocuments() : []
  await unit(async () => {
    if (documents.length > 0) {
      const ids = documents.map(({ id }) => id)
      const refs = documents.flatMap(({ id, files }) => SealedPart.refs(id, files))
      await CurrentTenant.batch([{ text: ASKED, values: [ids, tomorrow()] }])
      Outbox.append(...refs.map((ref) => ({ kind: 'seal.archive', ref }) as const))
    }
    if (documents.length < DOCUMENTS_A_TURN) return Outbox.finish(task)
    await Outbox.putOff(task, new Date(clock.now().getTime() + NEXT_TURN_MS))
  })
}

async function dueDocuments(): Promise<Due[]> {
  const [rows] = await CurrentTenant.batch([query<RowOf<'documents', 'stamped_with'>>(KINDS)])
  const kinds = rows.map(({ stamped_with: kind }) => kind)
  const { retired } = timestamps.value
  const old = kinds.filter((kind) => kind.split(',').some((one) => retired.includes(one)))
  const values = [kinds, old, clock.now(), tomorrow(), DOCUMENTS_A_TURN]
  const [due] = await CurrentTenant.batch([query<Due>(DUE, values)])
  return due
}

function tomorrow(): Date {
  return new Date(clock.now().getTime() + DAY_MS)
}
