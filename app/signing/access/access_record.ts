import type Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import { MOST_FAILURES } from './code_attempts.js'

/** How it stands with the code that a signer is asked for. */
export interface AccessRecord {
  /** When the right one was last entered; null before. */
  enteredAt: Date | null
  /** Wrong ones in a row since then. */
  failures: number
  failedAt: Date | null
  /** Only another code helps. */
  isLockedOut: boolean
}

interface Row {
  id: string
  entered_at: Date | null
  failures: number | null
  last_at: Date | null
}

const STATES = `
  select s.id, a.failures, a.last_at,
         (select max(p.granted_at) from access_passes p
           where p.signer_id = s.id and p.access_commitment = s.access_commitment) as entered_at
    from signers s left join access_attempts a on a.signer_id = s.id
   where s.document_id = $1 and s.access_commitment is not null`

/** By the ids of signers; of a document that asks nobody for a code none. */
export async function accessRecords(
  document: Document
): Promise<ReadonlyMap<string, AccessRecord>> {
  if (!document.signers.some(({ accessCommitment }) => accessCommitment)) return new Map()
  const [rows] = await CurrentTenant.batch([query<Row>(STATES, [document.id])] as const)
  return new Map(
    rows.map(({ id, entered_at: enteredAt, failures, last_at: failedAt }) => {
      const isLockedOut = (failures ?? 0) >= MOST_FAILURES
      return [id, { enteredAt, failures: failures ?? 0, failedAt, isLockedOut }]
    })
  )
}
