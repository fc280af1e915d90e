import { foldedWords, foldedWordsOf } from '#app/documents/search/folded_words'
import { isTemplateVisible, type Audience } from '#app/identity/access/visibility'
import type { RowOf } from '#app/tenancy/row'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Query } from '#app/tenancy/statement'
import { Template, TEMPLATE_COLUMNS, type TemplateRow } from './template.js'

/** A template as lists show it. */
export type ListedTemplate = TemplateRow &
  RowOf<'templates', 'title'> & {
    /** By its form; null where it has none. */
    submissions: number | null
  }

export interface TemplateCriteria {
  audience: Audience
  /** Each word begins a word of the title, whatever its accents. */
  words?: string
  isArchived?: boolean
  after?: { updatedAt: Date; id: string }
}

/** Those changed last come first. */
export function templateList(
  { audience, words = '', isArchived = false, after }: TemplateCriteria,
  limit: number
): Query<ListedTemplate> {
  const values: unknown[] = [audience, isArchived]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = foldedWords(words).map(
    (word) => `${foldedWordsOf('t.title')} @@ to_tsquery('simple', ${bind(`'${word}':*`)})`
  )
  if (after) conditions.push(`(t.updated_at, t.id) < (${bind(after.updatedAt)}, ${bind(after.id)})`)
  const where = [
    isTemplateVisible('$1', 't'),
    '(t.archived_at is not null) = $2',
    ...conditions,
  ].join(' and ')
  return query(
    `select ${TEMPLATE_COLUMNS}, t.title,
            (select submissions from template_forms where template_id = t.id) as submissions
       from templates t join template_versions v on v.template_id = t.id and v.version = t.version
       join template_files f on f.id = v.file_id
      where ${where} order by t.updated_at desc, t.id desc limit ${limit}`,
    values
  )
}

/** The same as templates at their newest versions. */
export async function listedTemplates(
  criteria: TemplateCriteria,
  limit: number
): Promise<Template[]> {
  const [rows] = await CurrentTenant.batch([templateList(criteria, limit)])
  return rows.flatMap((row) => Template.from([row]) ?? [])
}
