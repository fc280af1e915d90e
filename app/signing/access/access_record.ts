import type Document from '#app/documents/document'
import { MOST_FAILURES } from './code_attempts.js'

/** How it stands with the code that a signer is asked for. */
export interface AccessRecord {
  /** When the right one was last entered; null before. Of those who have signed, when they last entered the one that they signed with. */
  enteredAt: Date | null
  /** Whether their copy is behind another one than they signed with. */
  isCopyBehindOther: boolean
  /** Wrong ones in a row since then. */
  failures: number
  failedAt: Date | null
  /** Only their sender lets them try again: by another code, or by naming the same one again. */
  isLockedOut: boolean
}

interface AccessState {
  id: string
  failures: number | null
  /** ISO 8601, as is the other. */
  failedAt: string | null
  enteredAt: string | null
  isCopyBehindOther: boolean
}

/** Entries of the trail about a signer `s`. */
const ENTRIES = `from audit_entries e where e.chain = documents.id and e.body::jsonb -> 'details' ->> 'signerId' = s.id`

/** Passes go with the code that they were given for; what somebody signed with stays in the trail, where entries that only count say nothing of when. */
const ENTERED = `
  case when s.status = 'signed'
       then (select max(e.at) ${ENTRIES} and e.action = 'access.granted' and e.at <= s.signed_at
                and e.body::jsonb -> 'details' -> 'times' is null)
       else (select max(p.granted_at) from access_passes p
              where p.signer_id = s.id and p.access_commitment = s.access_commitment) end`

const BEHIND_OTHER = `
  s.status = 'signed' and exists (select ${ENTRIES} and e.action = 'access.unlocked'
    and e.body::jsonb -> 'details' -> 'isOtherCode' is not null)`

/** Of the row of a document, as JSON; null where nobody is asked for a code. */
export const ACCESS_STATES = `
  (select jsonb_agg(jsonb_build_object('id', s.id, 'failures', a.failures, 'failedAt', a.last_at, 'enteredAt', ${ENTERED},
            'isCopyBehindOther', ${BEHIND_OTHER}))
     from signers s left join access_attempts a on a.signer_id = s.id
    where s.document_id = documents.id and s.access_commitment is not null)`

/** By the ids of signers; of a document that was read with `ACCESS_STATES` as `access_states`. */
export function accessRecords({ $extras: extras }: Document): ReadonlyMap<string, AccessRecord> {
  const states = (extras.access_states ?? []) as AccessState[]
  return new Map(
    states.map(({ id, enteredAt, failures, failedAt, isCopyBehindOther }) => {
      const isLockedOut = (failures ?? 0) >= MOST_FAILURES
      const times = { enteredAt: momentOf(enteredAt), failedAt: momentOf(failedAt) }
      return [id, { ...times, failures: failures ?? 0, isLockedOut, isCopyBehindOther }]
    })
  )
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
