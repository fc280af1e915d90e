import { randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import type { Language } from '#app/foundation/phrases/languages'
import { environmentOfToken, linkToken, tokenHash } from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import type { PublicForm } from './public_form.js'

/** How long the link works that proves the address. */
export const CONFIRMATION_MS = 30 * MINUTE_MS

/** How long an address stays that nobody proves. */
export const UNPROVED_MS = DAY_MS

const SALT_BYTES = 16

export type SubmissionRow = RowOf<'form_submissions'>

interface Visitor {
  name: string
  email: string
  language: Language
}

type Seed = Pick<SubmissionRow, 'id' | 'salt'>

/** What somebody sent by a form, from the request until their address is proved. */
export const FormSubmission = {
  /** Leaves the mail with the link, and what forgets it all after a day. Nothing is counted yet. */
  async request(
    { id: formId }: Pick<PublicForm, 'id'>,
    { name, email, language }: Visitor,
    within?: (id: string) => Promise<void>
  ): Promise<Seed> {
    const { environment } = CurrentTenant.get()
    const now = await tenantClock.read()
    const seed = { id: newId('fsb', environment), salt: randomBytes(SALT_BYTES) }
    const row = {
      ...{ ...seed, form_id: formId, name, email, language, requested_at: now },
      confirm_sha256: tokenHash(await FormSubmission.token(seed)),
      expires_at: new Date(now.getTime() + CONFIRMATION_MS),
    }
    await unit(async () => {
      await CurrentTenant.batch([insertion('form_submissions', [row])])
      const forgetAt = new Date(now.getTime() + UNPROVED_MS)
      Outbox.append({ kind: 'form.forget', ref: seed.id, dueAt: forgetAt })
      // the sandbox sends nothing: its page shows the link
      if (environment === 'live') Outbox.append({ kind: 'mail.form', ref: seed.id })
      await within?.(seed.id)
    })
    return seed
  },

  /** Part of a batch that reads more. */
  reading(id: string): Query<SubmissionRow> {
    return query('select * from form_submissions where id = $1', [id])
  },

  async find(id: string): Promise<SubmissionRow | null> {
    const [[row]] = await CurrentTenant.batch([FormSubmission.reading(id)])
    return row ?? null
  },

  environment(token: string): Environment | null {
    return environmentOfToken('form-confirmation', token)
  },

  /** Null for a link that is unknown. */
  async byToken(token: string): Promise<SubmissionRow | null> {
    const text = 'select * from form_submissions where confirm_sha256 = $1'
    const [[row]] = await CurrentTenant.batch([query<SubmissionRow>(text, [tokenHash(token)])])
    return row ?? null
  },

  /** Whether its link leads nowhere any more. One that was used leads to its document until then. */
  async isLate({ expires_at: expiresAt }: Pick<SubmissionRow, 'expires_at'>): Promise<boolean> {
    return expiresAt <= (await tenantClock.read())
  },

  /** Derived, never stored: what mails the link makes it again. */
  token({ id, salt }: Seed): Promise<string> {
    return linkToken('form-confirmation', { id, version: 1, counter: 0, salt })
  },
}
