import { rightsOf } from '#app/identity/access/role'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import type Document from '#app/documents/document'
import { labellingOf } from '#app/documents/labels/labelling'
import DraftRefused from '#app/documents/errors/draft_refused'
import type { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type { Actor } from '#app/audit/actor'
import { Profile } from '#app/brand/profile'
import { clock } from '#app/foundation/clock'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { tellOfEnd } from '#app/tenants/end_notice'
import TenantSuspended from '#app/tenants/errors/tenant_suspended'
import Notice from '#app/tenants/notice'
import { TemplateHandover } from '../handing_over.js'
import { Template } from '../template.js'
import { TemplateFiles } from '../template_files.js'
import { documentOf } from '../use.js'
import { BulkRows, type StoredRow } from './bulk_row.js'
import { forgetLater, stepRef } from './bulk_sends.js'
import { faultsOfRefusal, faultyRow } from './row_fault.js'

/** Then the queue chooses anew whose turn it is. */
const ROWS_OF_A_TURN = 10
const TURN_MS = 10_000

const MEMBER_GONE = 'member_gone'

type Sending = RowOf<'bulk_sends'>

interface Pause {
  code: string
  reason: string
}

const SUSPENDED: Pause = {
  code: 'tenant_suspended',
  reason: 'The account is suspended: nothing is sent. Resume it once that is over.',
}

type SenderRow = RowOf<'users', 'id' | 'name' | 'role' | 'disabled_at'>
type KeyRow = RowOf<'api_keys', 'id' | 'revoked_at' | 'expires_at'>

/** Held until the unit ends: a pause waits for it, and what comes after a pause finds nothing. */
const GOING = `with going as (select id from bulk_sends where id = $1 and status = 'running' and run = $2 for share)`

const OF_GOING = `from going where bulk_send_id = going.id and number = $3 and state = 'waiting' returning number`

const MARK_SENT = `${GOING}
  update bulk_rows set state = 'sent', document_id = $4, people = null, answers = null, cells = null, fault = null ${OF_GOING}`

const MARK_FAILED = `${GOING} update bulk_rows set state = 'failed', fault = $4, faults = $5::jsonb ${OF_GOING}`

/** Takes the document back that was about to be made: the row was sent by somebody else, or is not to be sent now. */
class NotThisOne extends Error {}

/**
 * The work `bulk.step`: the next rows of a bulk send. A row's document and its mark are of one unit, so that no row is sent twice, by a second worker or after a crash.
 * The step that follows is left by the unit that ends this one.
 */
export default async function bulkStep(task: Task): Promise<void> {
  const [id, run] = task.ref.split('/')
  const [[bulk]] = await CurrentTenant.batch([
    query<Sending>(`select * from bulk_sends where id = $1 and run = $2 and status = 'running'`, [
      id,
      Number(run),
    ]),
  ])
  const pause = bulk ? await sendSome(bulk) : null
  await unit(async () => {
    if (bulk) await conclude(bulk, pause)
    await Outbox.finish(task)
  })
}

/** @returns why no more can be sent, where that is so */
async function sendSome(bulk: Sending): Promise<Pause | null> {
  const template = await Template.find(bulk.template_id, bulk.template_version)
  if (!template || template.isArchived)
    return { code: 'template_archived', reason: 'The template is archived. Restore it to go on.' }
  const { entitlements } = await Profile.current()
  if (entitlements.suspendedAt !== null) return SUSPENDED
  const sender = await senderOf(bulk)
  if ('reason' in sender) return sender
  const rows = await BulkRows.waiting(bulk.id, ROWS_OF_A_TURN)
  const upload = await TemplateFiles.read(template)
  const endsAt = clock.now().getTime() + TURN_MS
  for (const row of rows) {
    if (clock.now().getTime() > endsAt) return null
    const refusal = await sendRow(bulk, row, { template, sender, upload })
    if (refusal === 'stop') return null
    if (refusal instanceof TenantSuspended) return SUSPENDED
    if (refusal) return { code: refusal.code, reason: sentence(refusal.message) }
  }
  return null
}

interface Circumstances {
  template: Template
  sender: Actor
  upload: AcceptedPdf
}

async function sendRow(
  bulk: Sending,
  { number, people, answers }: StoredRow,
  { template, sender, upload }: Circumstances
): Promise<Refusal | 'stop' | null> {
  const use = {
    ...{ people: people ?? [], values: answers ?? {}, by: sender, bulkSend: bulk.id },
    holderId: bulk.holder_id ?? bulk.created_by,
  }
  // a tenant that is not migrated yet has none
  const { label_ids: labels = [] } = bulk
  const within = async ({ id }: Document) => {
    if (!(await isMarked(bulk, MARK_SENT, [number, id]))) throw new NotThisOne()
    await CurrentTenant.batch([TemplateHandover.following(id, 'bulk_sends', bulk.id)])
    if (labels.length > 0) await CurrentTenant.batch([labellingOf(id, labels)])
  }
  try {
    await documentOf(template, use, { send: true, upload, within })
    return null
  } catch (error) {
    if (error instanceof NotThisOne) return 'stop'
    if (!isRefusal(error)) throw error
    if (!(error instanceof DraftRefused)) return error
    const { fault, faults } = faultyRow(faultsOfRefusal(template, use.people, error.faults))
    const failed = [number, fault, JSON.stringify(faults)]
    return (await unit(() => isMarked(bulk, MARK_FAILED, failed))) ? null : 'stop'
  }
}

/** In the unit that sends the row, or says why not. @returns false where it is not to be sent now, or is no longer waiting */
async function isMarked(
  { id, run }: Sending,
  text: string,
  values: readonly unknown[]
): Promise<boolean> {
  const [marked] = await CurrentTenant.batch([{ text, values: [id, run, ...values] }])
  return marked.length > 0
}

/** In the unit that ends the work: the next step, the end, or a pause that says why. */
async function conclude(bulk: Sending, pause: Pause | null): Promise<void> {
  const { id, run, sender_id: senderId } = bulk
  const [[going]] = await CurrentTenant.batch([
    query<{ is_left: boolean }>(
      `select exists (select from bulk_rows where bulk_send_id = b.id and state = 'waiting') as is_left
         from bulk_sends b where b.id = $1 and b.status = 'running' and b.run = $2 for no key update of b`,
      [id, run]
    ),
  ])
  if (!going) return
  const now = tenantClock.now()
  if (pause) {
    const text = `update bulk_sends set status = 'paused', pause_code = $2, pause_reason = $3, updated_at = $4 where id = $1`
    await CurrentTenant.batch([{ text, values: [id, pause.code, pause.reason, now] }])
    await tell(id, pause.code === MEMBER_GONE ? null : senderId)
  } else if (going.is_left) {
    Outbox.append({ kind: 'bulk.step', ref: stepRef({ id, run }) })
  } else {
    const text = `update bulk_sends set status = 'completed', ended_at = $2, updated_at = $2 where id = $1`
    await CurrentTenant.batch([{ text, values: [id, now] }])
    forgetLater(id, now)
    await tellOfCompletion(bulk, now)
  }
}

/** A program that sends by API has events of each document. */
async function tellOfCompletion(bulk: Sending, endedAt: Date): Promise<void> {
  const { id, sender_id: to, sender_via: via, started_at: begunAt } = bulk
  if (to === null || via !== null || begunAt === null) return
  await tellOfEnd('bulk.completed', { bulkSendId: id }, { to, begunAt, endedAt })
}

/** Nobody looks at its page all day. @param to  null for all owners and admins */
async function tell(bulkSendId: string, to: string | null): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  await Notice.leave('bulk.paused', { bulkSendId }, { to: to ?? undefined })
}

/** In whose name it sends; why nobody's, where they may no longer. */
async function senderOf({
  id,
  sender_id: senderId,
  sender_via: via,
}: Sending): Promise<Actor | Pause> {
  const { environment } = CurrentTenant.get()
  const [[user], [key]] = await CurrentTenant.batch([
    query<SenderRow>('select id, name, role, disabled_at from users where id = $1', [senderId]),
    query<KeyRow>('select id, revoked_at, expires_at from api_keys where id = $1', [via]),
  ] as const)
  const now = clock.now()
  if (via && (!key || key.revoked_at || (key.expires_at && key.expires_at <= now)))
    return {
      code: 'key_revoked',
      reason: 'The API key that started it is revoked or has expired. Resume it to go on.',
    }
  const mayStill =
    user && !user.disabled_at && rightsOf(user.role, environment).includes('documents')
  if (!via && !mayStill)
    return {
      code: MEMBER_GONE,
      reason: 'The member who started it may no longer send. Somebody else can resume it.',
    }
  return { type: 'user', id: senderId!, name: user?.name ?? '', via: via ?? id }
}

function sentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
