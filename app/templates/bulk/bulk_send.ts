import { labelsAmong, type Label } from '#app/documents/labels/label'
import { holderOf, isHeld, type Audience } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** What a file and a request hold at most. */
export const MOST_ROWS = 10_000

export type BulkSendStatus = RowOf<'bulk_sends'>['status']

/** How many rows are in each state; those with a fault are of a draft. */
export interface RowCounts {
  waiting: number
  sent: number
  failed: number
  cancelled: number
  faulty: number
}

export type BulkSendRow = RowOf<'bulk_sends'> & {
  counts: RowCounts
  /** Of the version of its template. */
  title: string
  /** That all its documents get, by name. */
  labels: Label[]
  holder: string | null
}

const COUNTS = `select jsonb_build_object(
    'waiting', count(*) filter (where state = 'waiting'), 'sent', count(*) filter (where state = 'sent'),
    'failed', count(*) filter (where state = 'failed'), 'cancelled', count(*) filter (where state = 'cancelled'),
    'faulty', count(*) filter (where state = 'waiting' and fault is not null))
  from bulk_rows where bulk_send_id = b.id`

const READ = `
  select b.*, v.content ->> 'title' as title, (${COUNTS}) as counts, ${labelsAmong('b.label_ids')} as labels,
         coalesce((select name from teams where id = ${holderOf('b')}), (select name from users where id = ${holderOf('b')})) as holder
    from bulk_sends b join template_versions v on v.template_id = b.template_id and v.version = b.template_version`

export interface BulkCriteria {
  audience: Audience
  templateId?: string
  after?: { createdAt: Date; id: string }
}

/** A template sent to many: a document of each row. Nothing changes it: its verbs are those of `BulkSends`. */
export class BulkSend {
  private constructor(readonly row: BulkSendRow) {}

  /** Part of a batch that reads more; `from` takes the answer. */
  static reading(id: string, audience: Audience): Query<BulkSendRow> {
    return query(`${READ} where b.id = $1 and ${isHeld('$2', 'b')}`, [id, audience])
  }

  static from([row]: readonly BulkSendRow[]): BulkSend | null {
    return row ? new BulkSend(row) : null
  }

  /** One that may not be visible; null then. */
  static async visible(id: string, audience: Audience): Promise<BulkSend | null> {
    const [rows] = await CurrentTenant.batch([BulkSend.reading(id, audience)])
    return BulkSend.from(rows)
  }

  static find(id: string): Promise<BulkSend | null> {
    return BulkSend.visible(id, null)
  }

  /** The newest first. */
  static listing({ audience, templateId, after }: BulkCriteria, limit: number): Query<BulkSendRow> {
    const values = [audience, templateId ?? null, after?.createdAt ?? null, after?.id ?? null]
    return query(
      `${READ} where ${isHeld('$1', 'b')} and ($2::text is null or b.template_id = $2)
         and ($3::timestamptz is null or (b.created_at, b.id) < ($3, $4))
       order by b.created_at desc, b.id desc limit ${limit}`,
      values
    )
  }

  static fromAll(rows: readonly BulkSendRow[]): BulkSend[] {
    return rows.map((row) => new BulkSend(row))
  }

  get id(): string {
    return this.row.id
  }

  get status(): BulkSendStatus {
    return this.row.status
  }

  get counts(): RowCounts {
    return this.row.counts
  }

  get title(): string {
    return this.row.title
  }

  /** Nothing of it changes any more. */
  get isOver(): boolean {
    return this.status === 'completed' || this.status === 'cancelled'
  }

  /** How many rows are done with, for better or worse. */
  get handled(): number {
    return this.row.total - this.counts.waiting
  }
}
