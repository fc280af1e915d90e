import { CountedEntries } from '#app/documents/evidence/counted_entries'
import Document from '#app/documents/document'
import { accessCheckOf } from '#app/documents/signers/access_code'
import { MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import type { ClientInfo } from '../links/signer_client.js'
import type { SignerSession } from '../links/signer_session.js'
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
  /** @returns which failure in a row this will be, should the code be wrong; or why it is not compared */
  async count(signerId: string): Promise<number | Obstacle> {
    const since = await pauseBegan()
    const [[row], [{ failures }]] = await unit(() =>
      CurrentTenant.batch([
        query<Row>(COUNT, [signerId, tenantClock.now(), since]),
        query<Row>(FAILURES, [signerId]),
      ] as const)
    )
    if (row) return row.failures
    return failures >= MOST_FAILURES ? 'locked_out' : 'paused'
  },

  /** Why no code would be compared at this moment; null where one would. */
  async obstacle(signerId: string): Promise<Obstacle | null> {
    const since = await pauseBegan()
    const [[row]] = await CurrentTenant.batch([query<LastRow>(FAILURES, [signerId])])
    if (!row) return null
    if (row.failures >= MOST_FAILURES) return 'locked_out'
    return row.failures % PAUSE_AFTER === 0 && row.last_at > since ? 'paused' : null
  },

  /** A code was wrong. @param failures  in a row, with this one */
  async fail(
    session: SignerSession,
    client: ClientInfo,
    failures: number
  ): Promise<'wrong' | Obstacle> {
    await noteCode(session, client, 'access.failed')
    if (failures < MOST_FAILURES) return failures % PAUSE_AFTER === 0 ? 'paused' : 'wrong'
    await lockOut(session, client)
    return 'locked_out'
  },

  forgetting(signerId: string): Statement {
    return { text: 'delete from access_attempts where signer_id = $1', values: [signerId] }
  },
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

/** Once: of all attempts one is the last. */
async function lockOut({ signer, document }: SignerSession, client: ClientInfo): Promise<void> {
  await Document.change(document.id, (change) => {
    const details = { signerId: signer.id, method: accessCheckOf(signer) }
    change.log({ action: 'access.locked', actor: signer.actor(client), details })
  })
  await tellLockedOut(signer)
}

async function pauseBegan(): Promise<Date> {
  return new Date((await tenantClock.read()).getTime() - PAUSE_MS)
}
