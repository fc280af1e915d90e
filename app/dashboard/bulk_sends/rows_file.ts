import { BOM, csvLine } from '#app/foundation/csv_line'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { Audience } from '#app/identity/access/visibility'
import { BulkRows, type ListedRow } from '#app/templates/bulk/bulk_row'
import { targetsOf, type Target } from '#app/templates/bulk/column_mapping'
import { faultSentence } from '#app/templates/bulk/fault_sentence'
import type { Template } from '#app/templates/template'
import type { Role } from '#app/templates/template_content'
import { isNamed } from '#app/templates/use'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'

const AT_ONCE = 500

const HEADERS = [
  'bulk_sends.row',
  'bulk_sends.result',
  'bulk_sends.why',
  'bulk_sends.document',
  'bulk_sends.document_status',
] as const satisfies readonly DashboardKey[]

/** The rows as CSV, a part of them at a time. They are read after the request's own scope has been left. */
export async function* rowsFile(
  scope: Scope,
  { id, audience }: { id: string; audience: Audience },
  template: Template,
  phrases: DashboardPhrasebook
): AsyncGenerator<string> {
  const targets = targetsOf(template, phrases)
  const ours = HEADERS.map((header) => phrases.t(header))
  yield `${BOM}${csvLine([...ours, ...targets.map(({ header }) => header)])}`
  let after = 0
  for (;;) {
    const [rows] = await CurrentTenant.run(scope, () =>
      CurrentTenant.batch([BulkRows.listing(id, { audience, after }, AT_ONCE)])
    )
    yield rows.map((row) => line(row, { targets, roles: template.content.roles, phrases })).join('')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.number
  }
}

interface Columns {
  targets: readonly Target[]
  roles: readonly Role[]
  phrases: DashboardPhrasebook
}

/** States are the words of the API, in every language: programs read them, too. */
function line(row: ListedRow, { targets, roles, phrases }: Columns): string {
  const { number, state, document_id: documentId, document_status: status } = row
  const said = targets.map(({ id }) => {
    const [part, rest] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
    if (part === 'value') return row.answers?.[rest] ?? null
    const person = row.people?.find(({ role }) => isNamed(roles[Number(rest)].name, role))
    return person?.[part as 'name' | 'email' | 'language' | 'phone'] ?? null
  })
  return csvLine([number, state, faultSentence(row, phrases), documentId, status, ...said])
}
