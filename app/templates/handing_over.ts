import type { Actor } from '#app/audit/actor'
import { TRANSITIONS } from '#app/documents/document_status'
import { HandingOver, type Holding } from '#app/documents/sharing/handing_over'
import { holderOf } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Query, type Statement } from '#app/tenancy/statement'

/** To whom the documents belong that are made of one: those of a form to its member, where its template is nobody else's. */
const HOLDERS = {
  templates: 'source.holder_id',
  bulk_sends: holderOf('source'),
} as const

const KINDS = [...Object.keys(TRANSITIONS), 'template', 'bulk_send']
const HELD = `${holderOf('templates')} = $1`
/** Those that have ended make no more documents. */
const HELD_SENDS = `${holderOf('bulk_sends')} = $1 and ended_at is null`

/** How many of what somebody leaves. */
export interface Held {
  kind: Holding['status'] | 'template' | 'bulk_send'
  count: number
}

/** The templates of a member who leaves, or of a team that is deleted, in the entered environment. */
export const TemplateHandover = {
  /** How many there are, beside the documents. */
  counts(holderId: string): Query<Held> {
    const documents = HandingOver.counts(holderId)
    const text = `select status as kind, count from (${documents.text}) d
      union all select 'template', count(*)::int from templates where ${HELD}
      union all select 'bulk_send', count(*)::int from bulk_sends where ${HELD_SENDS}`
    return query(text, documents.values)
  },

  /** Documents in the order of their life, then templates and bulk sends. */
  inOrder(rows: readonly Held[]): Held[] {
    return KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind && row.count > 0))
  },

  /** Whether anything belongs to a member or a team. */
  async isHolding(holderId: string): Promise<boolean> {
    const [rows] = await CurrentTenant.batch([TemplateHandover.counts(holderId)] as const)
    return rows.some(({ count }) => count > 0)
  },

  /**
   * With the documents, in a unit. Templates first, which wait for documents that are being made of them.
   *
   * @throws RecipientGone, HolderRefused
   */
  async run(from: string, to: string, by: Actor): Promise<void> {
    if (from !== to) await CurrentTenant.batch([TemplateHandover.statement(from, to)])
    await HandingOver.run(from, to, by)
  },

  /** They and their bulk sends go where the documents go, in the same unit. */
  statement(from: string, to: string): Statement {
    const text = `with sends as (
        update bulk_sends set holder_id = nullif($2, created_by) where ${holderOf('bulk_sends')} = $1)
      update templates set holder_id = nullif($2, created_by) where ${HELD}`
    return { text, values: [from, to] }
  },

  /**
   * Of the unit that makes a document: it belongs to whom what it is made of belongs to now, which may have been handed over since it was read. Who hands
   * that over meanwhile waits for the document, and takes it along.
   */
  following(documentId: string, kind: keyof typeof HOLDERS, id: string): Statement {
    const text = `with source as (select * from ${kind} where id = $2 for share)
      update documents d set holder_id = nullif(${HOLDERS[kind]}, d.created_by) from source
       where d.id = $1 and d.holder_id is distinct from nullif(${HOLDERS[kind]}, d.created_by)`
    return { text, values: [documentId, id] }
  },
}
