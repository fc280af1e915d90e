import type Document from '#app/documents/document'
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

interface AccessState {
  id: string
  failures: number | null
  /** ISO 8601, as is the other. */
  failedAt: string | null
  enteredAt: string | null
}

/** Of the row of a document, as JSON; null where nobody is asked for a code. */
export const ACCESS_STATES = `
  (select jsonb_agg(jsonb_build_object('id', s.id, 'failures', a.failures, 'failedAt', a.last_at, 'enteredAt',
            (select max(p.granted_at) from access_passes p
              where p.signer_id = s.id and p.access_commitment = s.access_commitment)))
     from signers s left join access_attempts a on a.signer_id = s.id
    where s.document_id = documents.id and s.access_commitment is not null)`

/** By the ids of signers; of a document that was read with `ACCESS_STATES` as `access_states`. */
export function accessRecords({ $extras: extras }: Document): ReadonlyMap<string, AccessRecord> {
  const states = (extras.access_states ?? []) as AccessState[]
  return new Map(
    states.map(({ id, enteredAt, failures, failedAt }) => {
      const isLockedOut = (failures ?? 0) >= MOST_FAILURES
      const times = { enteredAt: momentOf(enteredAt), failedAt: momentOf(failedAt) }
      return [id, { ...times, failures: failures ?? 0, isLockedOut }]
    })
  )
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
