import type { Actor } from '#app/audit/actor'
import { DAY_MS } from '#app/foundation/duration'
import { idsOf, namedLabels } from '#app/documents/labels/named_labels'
import { newId } from '#app/foundation/identifier'
import { Recipients } from '#app/identity/teams/recipient'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { Template } from '../template.js'
import TemplateArchived from '../errors/template_archived.js'
import BulkRowsRefused from '../errors/bulk_rows_refused.js'
import BulkSendNotFound from '../errors/bulk_send_not_found.js'
import BulkSendRefused from '../errors/bulk_send_refused.js'
import { BulkRows, type BulkEntry } from './bulk_row.js'
import { entryOf, type Mapping } from './column_mapping.js'
import { rowFaults } from './row_check.js'

/** A draft that nobody sends is forgotten. */
const DRAFT_KEPT_MS = 7 * DAY_MS

/** Whom rows were for that were not sent. */
export const PEOPLE_KEPT_MS = 90 * DAY_MS

interface Making {
  by: Actor
  /** The team that its documents belong to, where that is not the one who sends. */
  holderId?: string | null
  /** Names of labels that all its documents get. */
  labels?: readonly string[]
  within?: (id: string) => Promise<void>
}

/** A file as it was read. */
export interface Uploaded {
  fileName: string
  columns: readonly string[]
  mapping: Mapping
  rows: readonly (readonly string[])[]
}

type Row = RowOf<'bulk_sends'>

const LOCK = 'select * from bulk_sends where id = $1 for no key update'

/** Each row is sent once, whatever happens in between: see `bulk_step.ts`. */
export const BulkSends = {
  /** What somebody uploaded, checked row by row: nothing is sent before `begin`. @returns its id @throws what every row would be refused with */
  async prepare(template: Template, uploaded: Uploaded, making: Making): Promise<string> {
    if (template.isArchived) throw new TemplateArchived()
    const { fileName, columns, mapping, rows: cells } = uploaded
    const entries = cells.map((row) => entryOf(template, mapping, row))
    const faults = await rowFaults(template, entries)
    const rows = entries.map((entry, index) => ({
      ...{ ...entry, ...faults[index], cells: cells[index] },
    }))
    const source = { file_name: fileName, columns, mapping }
    return store(template, { ...making, source, total: rows.length }, (id) =>
      BulkRows.storing(id, rows)
    )
  },

  /** Rows that a program sends: all of them are as they should be, and under way, or nothing is. @throws BulkRowsRefused, LabelsUnknown */
  async create(template: Template, entries: readonly BulkEntry[], making: Making): Promise<string> {
    if (template.isArchived) throw new TemplateArchived()
    const faults = await rowFaults(template, entries)
    if (faults.some((fault) => fault !== null))
      throw new BulkRowsRefused(faults.map((row) => row?.fault ?? null))
    return unit(async () => {
      const statements = (id: string) => BulkRows.storing(id, entries)
      const id = await store(template, { ...making, total: entries.length }, statements)
      await start(id, making.by)
      await making.within?.(id)
      return id
    })
  },

  /** The columns of a draft mean something else. @throws BulkSendNotFound, BulkSendRefused */
  async map(id: string, mapping: Mapping): Promise<void> {
    const [[row]] = await CurrentTenant.batch([
      query<Row>('select * from bulk_sends where id = $1', [id]),
    ])
    if (!row) throw new BulkSendNotFound()
    if (row.status !== 'draft') throw new BulkSendRefused(row.status, 'changed')
    const template = await templateOf(row)
    const stored = await BulkRows.waiting(id, row.total)
    const entries = stored.map(({ cells }) => entryOf(template, mapping, cells ?? []))
    const faults = await rowFaults(template, entries)
    const rows = entries.map((entry, index) => ({
      ...{ ...entry, ...faults[index], number: stored[index].number },
    }))
    await change(id, async ({ status }, now) => {
      if (status !== 'draft') throw new BulkSendRefused(status, 'changed')
      await CurrentTenant.batch([
        ...BulkRows.reading(id, rows),
        {
          text: 'update bulk_sends set mapping = $2, updated_at = $3 where id = $1',
          values: [id, mapping, now],
        },
      ])
    })
  },

  /**
   * Sends a draft. Rows with a fault are left out, and say why. Twice is once.
   *
   * @param isLeavingOut  it was agreed to leave them out
   * @throws BulkSendNotFound, BulkSendRefused, BulkRowsRefused, TemplateArchived
   */
  async begin(id: string, by: Actor, { isLeavingOut }: { isLeavingOut: boolean }): Promise<void> {
    await change(id, async (row) => {
      if (row.status === 'cancelled') throw new BulkSendRefused(row.status, 'sent')
      if (row.status !== 'draft') return
      if ((await templateOf(row)).isArchived) throw new TemplateArchived()
      const rows = await BulkRows.waiting(id, row.total)
      const faults = rows.map(({ fault }) => fault)
      const isFaulty = faults.some((fault) => fault !== null)
      if (isFaulty && (!isLeavingOut || faults.every((fault) => fault !== null)))
        throw new BulkRowsRefused(faults)
      const text = `update bulk_rows set cells = null, state = case when fault is null then state else 'failed' end
        where bulk_send_id = $1`
      await CurrentTenant.batch([{ text, values: [id] }])
      await takeOver(row, by)
      await start(id, by)
    })
  },

  /** No row is sent any more once this has returned, until it is resumed. Twice is once. @throws BulkSendNotFound, BulkSendRefused */
  async pause(id: string): Promise<void> {
    await change(id, async ({ status }, now) => {
      if (status === 'paused') return
      if (status !== 'running') throw new BulkSendRefused(status, 'paused')
      const text = `update bulk_sends set status = 'paused', pause_code = null, pause_reason = null, updated_at = $2 where id = $1`
      await CurrentTenant.batch([{ text, values: [id, now] }])
    })
  },

  /** Goes on in the name of who resumes it. Twice is once. @throws BulkSendNotFound, BulkSendRefused, TemplateArchived */
  async resume(id: string, by: Actor): Promise<void> {
    await change(id, async (row) => {
      if (row.status === 'running') return
      if (row.status !== 'paused') throw new BulkSendRefused(row.status, 'resumed')
      if ((await templateOf(row)).isArchived) throw new TemplateArchived()
      await takeOver(row, by)
      await start(id, by)
    })
  },

  /** The rows that wait are not sent; what is sent stays sent. A draft goes with all its rows, unless it is to be read afterwards. Twice is once. @throws BulkSendNotFound, BulkSendRefused */
  async cancel(id: string, { isDraftKept = false } = {}): Promise<void> {
    await change(id, async ({ status }, now) => {
      if (status === 'cancelled') return
      if (status === 'completed') throw new BulkSendRefused(status, 'cancelled')
      if (status === 'draft' && !isDraftKept) {
        await CurrentTenant.batch([{ text: 'delete from bulk_sends where id = $1', values: [id] }])
        return
      }
      await CurrentTenant.batch([
        {
          text: `update bulk_rows set state = 'cancelled' where bulk_send_id = $1 and state = 'waiting'`,
          values: [id],
        },
        {
          text: `update bulk_sends set status = 'cancelled', ended_at = $2, updated_at = $2 where id = $1`,
          values: [id, now],
        },
      ])
      forgetLater(id, now)
    })
  },
}

/** What rows tell of people who were sent nothing is forgotten in time. */
export function forgetLater(id: string, now: Date): void {
  const dueAt = new Date(now.getTime() + PEOPLE_KEPT_MS)
  Outbox.append({ kind: 'bulk.forget', ref: id, dueAt })
}

/** The work of one time that it was set going. */
export function stepRef({ id, run }: Pick<Row, 'id' | 'run'>): string {
  return `${id}/${run}`
}

async function store(
  { id: templateId, version }: Template,
  { by, holderId, labels = [], within, source, total }: Making & { source?: object; total: number },
  rows: (id: string) => ReturnType<typeof BulkRows.storing>
): Promise<string> {
  const id = newId('blk', CurrentTenant.get().environment)
  const now = await tenantClock.read()
  const labelIds = idsOf(labels.length > 0 ? await namedLabels(labels) : [])
  const row = {
    ...{ id, template_id: templateId, template_version: version, status: 'draft' },
    ...{ total, holder_id: holderId ?? null, ...source },
    ...(labelIds.length > 0 && { label_ids: labelIds }),
    ...{ created_by: by.id, created_via: by.via ?? null, created_at: now, updated_at: now },
  }
  return unit(async () => {
    await CurrentTenant.batch([insertion('bulk_sends', [row]), ...rows(id)])
    if (source) {
      const dueAt = new Date(now.getTime() + DRAFT_KEPT_MS)
      Outbox.append({ kind: 'bulk.forget', ref: id, dueAt })
      await within?.(id)
    }
    return id
  })
}

/** Somebody who may no longer send is told nothing of its documents: then it belongs to who sends it on, if they may. */
async function takeOver(
  { id, holder_id: holderId, created_by: makerId }: Row,
  by: Actor
): Promise<void> {
  if ((await mayHold(holderId ?? makerId)) || !(await mayHold(by.id))) return
  const text = 'update bulk_sends set holder_id = nullif($2, created_by) where id = $1'
  await CurrentTenant.batch([{ text, values: [id, by.id] }])
}

async function mayHold(id: string): Promise<boolean> {
  const found = await Recipients.find(id)
  return found !== null && Recipients.mayHold(found)
}

async function start(id: string, by: Actor): Promise<void> {
  const now = tenantClock.now()
  const text = `update bulk_sends set status = 'running', run = run + 1, pause_code = null, pause_reason = null,
      sender_id = $2, sender_via = $3, started_at = coalesce(started_at, $4), updated_at = $4
    where id = $1 returning run`
  const [[{ run }]] = await CurrentTenant.batch([
    query<Pick<Row, 'run'>>(text, [id, by.id, by.via ?? null, now]),
  ])
  Outbox.append({ kind: 'bulk.step', ref: stepRef({ id, run }) })
}

async function templateOf({ template_id: id, template_version: version }: Row): Promise<Template> {
  return (await Template.find(id, version))!
}

/** Locks it: of two at the same time the second sees the first, and rows that are being sent are waited for. */
async function change(id: string, work: (row: Row, now: Date) => Promise<void>): Promise<void> {
  await unit(async () => {
    const [[row]] = await CurrentTenant.batch([query<Row>(LOCK, [id])])
    if (!row) throw new BulkSendNotFound()
    await work(row, tenantClock.now())
  })
}
