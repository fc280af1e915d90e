import type { VerifiedEntry } from '#app/audit/verified_trail'
import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import {
  keptMarks,
  markFaults,
  markName,
  marksByName,
  valueFaults,
} from '#app/documents/evidence/kept_values'
import type { VerifiedDocument } from '#app/documents/evidence/verified_document'
import { Vault } from '#app/documents/files/vault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Part } from './authority_parts.js'

export const VALUES_FILE = 'values.json'

/** A value or mark that the trail commits to, and by what name. */
interface Committed {
  entry: number
  field: string
  type: string
}

/** Whether the trail commits to any; earlier releases committed to none. */
export function hasValues({ proven }: Pick<VerifiedDocument, 'proven'>): boolean {
  return proven.values.size > 0 || proven.signers.some(({ marks }) => Object.keys(marks).length > 0)
}

/**
 * What signers filled in and drew, with the salts of the commitments in the trail: anybody who has the file can compute these again. Null where
 * nobody has signed.
 *
 * @throws EvidenceContradicted where something is not what the trail commits to
 */
export async function valuePart(verified: VerifiedDocument): Promise<Part | null> {
  if (!hasValues(verified)) return null
  const { document, proven, trail } = verified
  const [marks] = await CurrentTenant.batch([keptMarks(document.id)] as const)
  const vault = await Vault.open(document)
  const faults = [...valueFaults(document, proven, vault), ...markFaults(proven, marks, vault)]
  if (faults.length > 0)
    return alarmed(() => Promise.reject(new EvidenceContradicted(document.id, faults)))
  const kept = new Map([
    ...document.fields.flatMap(({ id, value }) => (value ? [[id, value] as const] : [])),
    ...marksByName(marks),
  ])
  const values = trail.entries.flatMap(committedIn).map(({ entry, field, type }) => ({
    ...{ entry, type, field },
    salt: vault.saltOf(field).toString('hex'),
    value: vault.openValue(field, kept.get(field)!).toString('utf8'),
  }))
  const content = { format: 'values/1', documentId: document.id, values }
  return { name: VALUES_FILE, bytes: Buffer.from(`${JSON.stringify(content, null, 1)}\n`) }
}

function committedIn({ action, sequence, body: { details } }: VerifiedEntry): Committed[] {
  if (action === 'field.completed' && details.valueCommitment)
    return [{ entry: sequence, field: String(details.fieldId), type: String(details.type) }]
  if (action !== 'document.signed' && action !== 'document.approved') return []
  const signerId = String(details.signerId)
  return Object.keys(details.marks ?? {}).map((kind) => {
    return { entry: sequence, field: markName(signerId, kind), type: kind }
  })
}
