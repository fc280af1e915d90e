import type { Actor } from '#app/audit/actor'
import { newId } from '#app/foundation/identifier'
import { isUniqueViolation } from '#app/foundation/unique_violation'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import LabelLimitExceeded from '../errors/label_limit_exceeded.js'
import LabelNameTaken from '../errors/label_name_taken.js'
import LabelNotFound from '../errors/label_not_found.js'
import type { LabelColor } from './label.js'

export const MAX_LABEL_NAME = 40

/** In an environment: a list that people choose from. Of two made at the same moment one may be more. */
export const MAX_LABELS = 100

interface LabelWords {
  name: string
  color: LabelColor
}

const CREATE = `
  insert into labels (id, name, color, created_by, created_at)
  select $1, $2, $3, $4, $5 where (select count(*) from labels) < ${MAX_LABELS} returning id`

const CHANGE = `
  update labels set name = coalesce($2, name), color = coalesce($3, color) where id = $1 returning id`

/** The labels of the entered environment. They are nobody's in particular, and no evidence: no trail tells of them. */
export const Labels = {
  /** @throws LabelNameTaken, LabelLimitExceeded */
  async create({ name, color }: LabelWords, by: Actor): Promise<string> {
    const id = newId('lbl', CurrentTenant.get().environment)
    const values = [id, name, color, by.id, tenantClock.now()]
    const [made] = await ofFreeName(() => CurrentTenant.batch([{ text: CREATE, values }]))
    if (made.length === 0) throw new LabelLimitExceeded(MAX_LABELS)
    return id
  },

  /** What is not given stays. @throws LabelNotFound, LabelNameTaken */
  async change(id: string, { name, color }: Partial<LabelWords>): Promise<void> {
    const values = [id, name ?? null, color ?? null]
    const [changed] = await ofFreeName(() => CurrentTenant.batch([{ text: CHANGE, values }]))
    if (changed.length === 0) throw new LabelNotFound()
  },

  /** Documents lose it. @throws LabelNotFound */
  async remove(id: string): Promise<void> {
    const text = 'delete from labels where id = $1 returning id'
    const [removed] = await CurrentTenant.batch([{ text, values: [id] }])
    if (removed.length === 0) throw new LabelNotFound()
  },

  /** Part of the erasure of a document: words about it are gone. */
  leaving(documentId: string): Statement {
    return { text: 'delete from document_labels where document_id = $1', values: [documentId] }
  },
}

async function ofFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? new LabelNameTaken() : error
  }
}
