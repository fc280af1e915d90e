import { csvLine } from '#app/foundation/csv_line'
import { BulkRows, type ListedRow } from '#app/templates/bulk/bulk_row'
import { targetsOf, type Target } from '#app/templates/bulk/column_mapping'
import type { Template } from '#app/templates/template'
import type { Role } from '#app/templates/template_content'
import { isNamed } from '#app/templates/use'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'

const AT_ONCE = 500

/** The rows as CSV, a part of them at a time. They are read after the request's own scope has been left. */
export async function* rowsFile(
  scope: Scope,
  id: string,
  template: Template
): AsyncGenerator<string> {
  const targets = targetsOf(template)
  const ours = ['Row', 'Result', 'Why', 'Document', 'Document status']
  yield `\uFEFF${csvLine([...ours, ...targets.map(({ header }) => header)])}`
  let after = 0
  for (;;) {
    const [rows] = await CurrentTenant.run(scope, () =>
      CurrentTenant.batch([BulkRows.listing(id, { after }, AT_ONCE)])
    )
    yield rows.map((row) => line(row, targets, template.content.roles)).join('')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.number
  }
}

function line(row: ListedRow, targets: readonly Target[], roles: readonly Role[]): string {
  const { number, state, fault, document_id: documentId, document_status: status } = row
  const said = targets.map(({ id }) => {
    const [part, rest] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
    if (part === 'value') return row.answers?.[rest] ?? null
    const person = row.people?.find(({ role }) => isNamed(roles[Number(rest)].name, role))
    return person?.[part as 'name' | 'email' | 'language' | 'phone'] ?? null
  })
  return csvLine([number, state, fault, documentId, status, ...said])
}
