import type { BulkSendRow } from '#app/templates/bulk/bulk_send'
import { soundMapping } from '#app/templates/bulk/column_mapping'
import { Template } from '#app/templates/template'

type Source = Pick<BulkSendRow, 'columns' | 'template_id' | 'template_version'>

/** What the columns mean, as a form says it; null for a form that does not. */
export async function chosenMapping(
  { columns, template_id: id, template_version: version }: Source,
  sent: Record<string, unknown>
): Promise<string[] | null> {
  const chosen = sent.columns as Record<string, unknown> | undefined
  if (typeof chosen !== 'object' || columns === null) return null
  const template = (await Template.find(id, version))!
  const targets = columns.map((_, index) => chosen[index])
  return soundMapping(
    template,
    targets.map((target) => (typeof target === 'string' ? target : ''))
  )
}
