import { LABEL_CHOICES, type Label } from '#app/documents/labels/label'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Audience } from '#app/identity/access/visibility'
import { viewChoices, type SavedView, type ViewReader } from '#app/documents/views/saved_view'
import { templateChoices, type TemplateChoice } from '#app/templates/template_choices'
import { query, type Query } from '#app/tenancy/statement'
import { ListFilter } from './list_filter.js'

/** What the filters of the list choose from, in one statement. */
export interface ListChoices {
  labels: Label[]
  templates: TemplateChoice[]
  views: Pick<SavedView, 'id' | 'name' | 'query'>[]
}

export function listChoices(
  { template }: ListFilter,
  audience: Audience,
  reader: ViewReader
): Query<ListChoices> {
  const text = `select ${LABEL_CHOICES} as labels, ${templateChoices('$1', '$2')} as templates,
    ${viewChoices('$3', '$4')} as views`
  return query(text, [audience, template, reader.id, reader.teams])
}

/** The views as tabs: all documents first. One is open where the list shows what it asks for, whatever led there. */
export function viewTabs(
  views: ListChoices['views'],
  filter: ListFilter,
  path: string,
  { t }: DashboardPhrasebook
) {
  const shown = ListFilter.query(filter)
  const tab = (name: string, asked: string) => ({
    ...{ name, href: `${path}${asked}`, isOpen: asked === shown },
  })
  return [
    tab(t('documents.all'), ''),
    ...views.map((view) => tab(view.name, ListFilter.query(ListFilter.written(view.query)))),
  ]
}
