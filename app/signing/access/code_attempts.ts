import { CountedEntries } from '#app/documents/evidence/counted_entries'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { accessCheckOf } from '#app/documents/signers/access_code'
import { MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import type { ClientInfo } from '../links/signer_client.js'
import type { SignerSession } from '../links/signer_session.js'
import { currentSigner } from './current_signer.js'
import { tellLockedOut } from './locked_out_notice.js'

/** So many wrong codes in a row, then a pause. */
export const PAUSE_AFTER = 5
export const PAUSE_MS = 15 * MINUTE_MS

/** So many in a row, and only the sender lets them in again. */
export const MOST_FAILURES = 20

/** Why no code is compared. */
export type Obstacle = 'paused' | 'locked_out'

/** Nobody tries more than are allowed, however many come at once: an attempt is counted before it is made. */
const COUNT = `
  insert into access_attempts as a (signer_id, failures, last_at) values ($1, 1, $2)
  on conflict (signer_id) do update set failures = a.failures + 1, last_at = excluded.last_at
    where a.failures < ${MOST_FAILURES} and (a.failures % ${PAUSE_AFTER} <> 0 or a.last_at <= $3)
  returning failures`
const FAILURES = 'select failures, last_at from access_attempts where signer_id = $1'

type Row = RowOf<'access_attempts', 'failures'>
type LastRow = RowOf<'access_attempts', 'failures' | 'last_at'>

/** Attempts at the code of a signer, whichever kind it is. */
export const CodeAttempts = {
  /**
   * Compares a code, in the unit that counts it: a right one ends the row of wrong ones, and the last of these is told as it is counted, so
   * that nobody is locked out without their sender knowing.
   *
   * @param isRight  compares it
   * @throws SignerNotFound where another is asked for meanwhile
   */
  async make(
    session: SignerSession,
    client: ClientInfo,
    isRight: () => boolean
  ): Promise<'right' | 'wrong' | Obstacle> {
    const since = await pauseBegan()
    const attempt = await Document.change(session.document.id, async (change) => {
      currentSigner(change, session.signer)
      const failures = await count(session.signer.id, since)
      if (typeof failures === 'string') return failures
      if (isRight()) {
        change.write(forgetting(session.signer.id))
        return 'right'
      }
      if (failures === MOST_FAILURES) await lockOut(change, session, client)
      return failures
    })
    if (typeof attempt === 'string') return attempt
    await noteCode(session, client, 'access.failed')
    if (attempt === MOST_FAILURES) return 'locked_out'
    return attempt % PAUSE_AFTER === 0 ? 'paused' : 'wrong'
  },

  /** Why no code would be compared at this moment; null where one would. */
  async obstacle(signerId: string): Promise<Obstacle | null> {
    const since = await pauseBegan()
    const [[row]] = await CurrentTenant.batch([query<LastRow>(FAILURES, [signerId])])
    if (!row) return null
    if (row.failures >= MOST_FAILURES) return 'locked_out'
    return row.failures % PAUSE_AFTER === 0 && row.last_at > since ? 'paused' : null
  },

  forgetting,
}

function forgetting(signerId: string): Statement {
  return { text: 'delete from access_attempts where signer_id = $1', values: [signerId] }
}

/** Anybody who has the link can try: an hour makes two entries of each kind at most. Another link is another person, and another code another proof. */
export async function noteCode(
  { signer, document }: SignerSession,
  client: ClientInfo,
  action: 'access.granted' | 'access.failed'
): Promise<void> {
  await CountedEntries.note([
    {
      documentId: document.id,
      action,
      actor: signer.actor(client),
      sameness: [signer.id, signer.tokenSha256, signer.accessCommitment, action].join('|'),
      details: { signerId: signer.id, method: accessCheckOf(signer) },
    },
  ])
}

/** @returns which failure in a row this will be, should the code be wrong; or why it is not compared */
async function count(signerId: string, since: Date): Promise<number | Obstacle> {
  const [[row], [{ failures }]] = await CurrentTenant.batch([
    query<Row>(COUNT, [signerId, tenantClock.now(), since]),
    query<Row>(FAILURES, [signerId]),
  ] as const)
  if (row) return row.failures
  return failures >= MOST_FAILURES ? 'locked_out' : 'paused'
}

/** Once: of all attempts one is the last. */
async function lockOut(
  change: DocumentChange,
  { signer }: SignerSession,
  client: ClientInfo
): Promise<void> {
  const details = { signerId: signer.id, method: accessCheckOf(signer) }
  change.log({ action: 'access.locked', actor: signer.actor(client), details })
  await tellLockedOut(change.document, signer)
}

async function pauseBegan(): Promise<Date> {
  return new Date((await tenantClock.read()).getTime() - PAUSE_MS)
}
