import { Vault } from '#app/documents/files/vault'
import { ADOPTED_TYPES, type AdoptedType } from '#app/documents/field_kinds/index'
import { DAY_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { SignerSession } from '../links/signer_session.js'
import type { AnswersInput } from '../signature/answers.js'

/** In bytes of JSON: a picture of a signature, and what was typed. What is larger stays on the device. */
export const LARGEST_DRAFT = 1_500_000

/** A clock that says more is not right. */
const LONGEST_AGE = 400 * DAY_MS

/** What a signer has filled in and not handed in yet, as their browser keeps it. */
export interface SigningDraft {
  answers: AnswersInput
  /** Milliseconds that have passed since it was so: clocks of devices differ, but run alike. */
  age: number
  /** By what the tab that sent it knows it again; empty where it does not say. */
  mark: string
}

/** What the envelope holds. */
type Content = Omit<SigningDraft, 'age'>

type Row = Pick<RowOf<'signing_drafts'>, 'content' | 'entered_at'>

/** Of the step that no field stands for. */
const APPENDED: AdoptedType = 'signature'

/** Who finishes or is corrected at this instant goes first or last, and either way nothing is kept of them. */
const KEEP = `insert into signing_drafts (signer_id, link_sha256, content, entered_at)
  select id, token_sha256, $3, $4 from signers
   where id = $1 and token_sha256 = $2 and consented_at is not null and status in ('pending', 'sent', 'delivery_failed') for update
  on conflict (signer_id) do update set link_sha256 = excluded.link_sha256, content = excluded.content, entered_at = excluded.entered_at
   where excluded.entered_at >= signing_drafts.entered_at`

const READ =
  'select content, entered_at from signing_drafts where signer_id = $1 and link_sha256 = $2'

/**
 * A signer's values on the way from one device of theirs to another: under the document's key, by their own link alone. Nothing but the newest is kept, and
 * the database forgets it with what it was for. Somebody else's device, in person, keeps none.
 */
export const SigningDrafts = {
  async keep(session: SignerSession, { answers, age, mark }: SigningDraft): Promise<void> {
    const { document, signer } = session
    const vault = await Vault.open(document)
    const kept: Content = { answers: own(session, answers), mark }
    const content = vault.sealValue(nameOf(signer), JSON.stringify(kept))
    const now = await tenantClock.read()
    const enteredAt = new Date(now.getTime() - Math.min(LONGEST_AGE, Math.max(0, age)))
    const values = [signer.id, signer.tokenSha256, content, enteredAt]
    await CurrentTenant.batch([{ text: KEEP, values }])
  },

  async of({ document, signer }: SignerSession): Promise<SigningDraft | null> {
    const [[row]] = await CurrentTenant.batch([
      query<Row>(READ, [signer.id, signer.tokenSha256]),
    ] as const)
    if (!row) return null
    const vault = await Vault.open(document)
    const kept = contentOf(vault.openValue(nameOf(signer), row.content))
    const now = await tenantClock.read()
    return { ...kept, age: Math.max(0, now.getTime() - row.entered_at.getTime()) }
  },
}

/** What was sent for fields of others is left out. */
function own({ fields }: SignerSession, input: AnswersInput): AnswersInput {
  const ids = new Set<string>([APPENDED, ...fields.map(({ id }) => id)])
  const values = Object.entries(input.values).filter(([id]) => ids.has(id))
  const marks = ADOPTED_TYPES.flatMap((type) => (input[type] ? [[type, input[type]]] : []))
  return { ...Object.fromEntries(marks), values: Object.fromEntries(values) }
}

function contentOf(envelope: Buffer): Content {
  return JSON.parse(envelope.toString('utf8'))
}

function nameOf({ id }: SignerSession['signer']): string {
  return `draft|${id}`
}
