import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { rightsOf } from '#app/identity/access/role'
import { audienceOf, type Audience } from '#app/identity/access/visibility'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { tellOfEnd } from '#app/tenants/end_notice'
import { MOST_NAMED, type NotDone } from './bulk_action.js'
import { actOnReachable, isSoAlready, type Asked } from './document_act.js'

/** Then the queue chooses anew whose turn it is. */
const DOCUMENTS_OF_A_TURN = 20
const TURN_MS = 10_000

type Going = RowOf<
  'bulk_actions',
  'id' | 'action' | 'reason' | 'label_id' | 'position' | 'total' | 'created_by'
> & { next: string[] }

interface Person extends RowOf<'users', 'id' | 'name' | 'role' | 'disabled_at' | 'removed_at'> {
  teams: string[]
}

interface Acting {
  by: Actor
  audience: Audience
}

const GOING = `
  select id, action, reason, label_id, position, total, created_by, document_ids[position + 1 : position + ${DOCUMENTS_OF_A_TURN}] as next
    from bulk_actions where id = $1 and status = 'running'`

const PERSON = `
  select id, name, role, disabled_at, removed_at, array(select team_id from team_members where user_id = users.id) as teams
    from users where id = $1`

/** Held until the unit ends: a worker that comes with the same place waits, and then finds another. */
const TURN = `select 1 from bulk_actions where id = $1 and status = 'running' and position = $2 for no key update`

const ADVANCE = `
  update bulk_actions
     set position = position + 1, done = done + $2,
         refusals = case when $3::jsonb is null or jsonb_array_length(refusals) >= ${MOST_NAMED} then refusals else refusals || $3::jsonb end
   where id = $1`

type Ended = RowOf<'bulk_actions', 'created_by' | 'created_at'>

const END = `update bulk_actions set status = 'completed', ended_at = $2
  where id = $1 and status = 'running' and position >= total returning created_by, created_at`

const CUT_SHORT = `update bulk_actions set status = 'stopped', ended_at = $2
  where id = $1 and status = 'running' returning created_by, created_at`

/** It was stopped, or another worker is at the same place. */
class NotMyTurn extends Error {}

/**
 * The work `documents.act`: the next documents of a bulk action. What is done to one and that it had its turn are of one unit, so it is done once, by whatever
 * worker and however often. It goes by what the person may and sees at this moment.
 */
export default async function bulkActionStep(task: Task): Promise<void> {
  const [[going]] = await CurrentTenant.batch([query<Going>(GOING, [task.ref])])
  const isBarred = going !== undefined && !(await doSome(going))
  await unit(async () => {
    if (going) await conclude(going.id, isBarred)
    await Outbox.finish(task)
  })
}

/** @returns false where its maker may not go on */
async function doSome(going: Going): Promise<boolean> {
  const acting = await actingFor(going.created_by)
  if (!acting) return false
  const endsAt = clock.now().getTime() + TURN_MS
  for (const [index, documentId] of going.next.entries()) {
    if (clock.now().getTime() > endsAt) break
    if (!(await hadItsTurn(going, index, documentId, acting))) break
  }
  return true
}

async function hadItsTurn(
  going: Going,
  index: number,
  documentId: string,
  acting: Acting
): Promise<boolean> {
  const asked: Asked = {
    action: going.action,
    reason: going.reason ?? '',
    label: going.label_id,
  }
  const place = going.position + index
  try {
    await turn(going.id, place, null, () => actOnReachable(documentId, asked, acting))
  } catch (error) {
    if (error instanceof NotMyTurn) return false
    if (!isRefusal(error)) throw error
    const notDone = isSoAlready(asked, error) ? null : whyNot(documentId, error)
    try {
      await turn(going.id, place, notDone, async () => {})
    } catch (later) {
      if (later instanceof NotMyTurn) return false
      throw later
    }
  }
  return true
}

/** One unit. @throws NotMyTurn */
function turn(
  id: string,
  place: number,
  notDone: NotDone | null,
  work: () => Promise<void>
): Promise<void> {
  return unit(async () => {
    const [mine] = await CurrentTenant.batch([{ text: TURN, values: [id, place] }])
    if (mine.length === 0) throw new NotMyTurn()
    await work()
    const values = [id, notDone ? 0 : 1, notDone && JSON.stringify([notDone])]
    await CurrentTenant.batch([{ text: ADVANCE, values }])
  })
}

function whyNot(id: string, { name, message, wording }: Refusal): NotDone {
  return { id, name, message, wording }
}

/** In the unit that ends the work: the end, of which its maker learns, or the next step. */
async function conclude(id: string, isBarred: boolean): Promise<void> {
  const endedAt = tenantClock.now()
  const [[ended], left] = await CurrentTenant.batch([
    query<Ended>(isBarred ? CUT_SHORT : END, [id, endedAt]),
    { text: `select 1 from bulk_actions where id = $1 and status = 'running'`, values: [id] },
  ])
  if (left.length > 0) Outbox.append({ kind: 'documents.act', ref: id })
  if (!ended) return
  const { created_by: to, created_at: begunAt } = ended
  const details = { bulkActionId: id }
  await tellOfEnd('bulk_action.ended', details, { to, begunAt, endedAt, isCutShort: isBarred })
}

/** Null for somebody who has left, or may change documents no more. Teams are the account's, whose live role alone reads who is in them. */
async function actingFor(userId: string): Promise<Acting | null> {
  const { tenant, environment } = CurrentTenant.get()
  const [[person]] = await CurrentTenant.run({ tenant, environment: 'live' }, () =>
    CurrentTenant.batch([query<Person>(PERSON, [userId])])
  )
  if (!person || person.disabled_at || person.removed_at) return null
  const rights = rightsOf(person.role, environment)
  if (!rights.includes('documents')) return null
  const audience = audienceOf([person.id, ...person.teams], (right) => rights.includes(right))
  return { by: { type: 'user', id: person.id, name: person.name }, audience }
}
