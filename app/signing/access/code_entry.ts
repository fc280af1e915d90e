import { CountedEntries } from '#app/documents/evidence/counted_entries'
import { Vault } from '#app/documents/files/vault'
import { commitmentToCode } from '#app/documents/signers/access_code'
import { MINUTE_MS } from '#app/foundation/duration'
import { safeEqual } from '#app/foundation/opaque_token'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { ClientInfo } from '../links/signer_client.js'
import type { SignerSession } from '../links/signer_session.js'
import { AccessPass } from './access_pass.js'
import { tellLockedOut } from './locked_out_notice.js'

/** So many wrong codes in a row, then a pause. */
export const PAUSE_AFTER = 5
export const PAUSE_MS = 15 * MINUTE_MS

/** So many in a row, and only another code helps. */
export const MOST_FAILURES = 20

/** What became of a code that was entered: `paused` and `locked_out` codes were not even compared. */
export type CodeOutcome = 'right' | 'wrong' | 'paused' | 'locked_out'

interface Entered {
  code: string
  /** The secret that the browser keeps. */
  browser: string
  client: ClientInfo
}

/** Nobody tries more than are allowed, however many come at once: an attempt is counted before it is made. */
const COUNT = `
  insert into access_attempts as a (signer_id, failures, last_at) values ($1, 1, $2)
  on conflict (signer_id) do update set failures = a.failures + 1, last_at = excluded.last_at
    where a.failures < ${MOST_FAILURES} and (a.failures % ${PAUSE_AFTER} <> 0 or a.last_at <= $3)
  returning failures`
const FAILURES = 'select failures from access_attempts where signer_id = $1'
const FORGET = 'delete from access_attempts where signer_id = $1'

type Row = RowOf<'access_attempts', 'failures'>

/** A signer, or somebody who has their link, enters the code that was agreed with them. */
export async function enterCode(
  session: SignerSession,
  { code, browser, client }: Entered
): Promise<CodeOutcome> {
  const { signer, document } = session
  if (signer.accessCommitment === null) return 'right'
  const attempt = await counted(signer.id)
  if (typeof attempt === 'string') return attempt
  const vault = await Vault.open(document)
  if (safeEqual(commitmentToCode(vault, code), signer.accessCommitment)) {
    await note(session, client, 'access.granted')
    await unit(() =>
      CurrentTenant.batch([
        AccessPass.granting(signer, browser),
        { text: FORGET, values: [signer.id] },
      ])
    )
    return 'right'
  }
  await note(session, client, 'access.failed')
  if (attempt < MOST_FAILURES) return attempt % PAUSE_AFTER === 0 ? 'paused' : 'wrong'
  await tellLockedOut(signer)
  return 'locked_out'
}

/** @returns which failure in a row this will be, should the code be wrong; or why it is not compared */
async function counted(signerId: string): Promise<number | 'paused' | 'locked_out'> {
  const now = await tenantClock.read()
  const [[row], [{ failures }]] = await unit(() =>
    CurrentTenant.batch([
      query<Row>(COUNT, [signerId, now, new Date(now.getTime() - PAUSE_MS)]),
      query<Row>(FAILURES, [signerId]),
    ] as const)
  )
  if (row) return row.failures
  return failures >= MOST_FAILURES ? 'locked_out' : 'paused'
}

/** Anybody who has the link can try: an hour makes two entries of each kind at most. Another link is another person, and another code another proof. */
async function note(
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
      details: { signerId: signer.id, method: 'code' },
    },
  ])
}
