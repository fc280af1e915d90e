import { LABEL_CHOICES, type Label } from '#app/documents/labels/label'
import type { Audience } from '#app/identity/access/visibility'
import { templateChoices, type TemplateChoice } from '#app/templates/template_choices'
import { query, type Query } from '#app/tenancy/statement'
import type { ListFilter } from './list_filter.js'

/** What the filters of the list choose from, in one statement. */
export interface ListChoices {
  labels: Label[]
  templates: TemplateChoice[]
}

export function listChoices({ template }: ListFilter, audience: Audience): Query<ListChoices> {
  const text = `select ${LABEL_CHOICES} as labels, ${templateChoices('$1', '$2')} as templates`
  return query(text, [audience, template])
}
