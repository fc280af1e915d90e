import { AuditTrail, type DocumentHappening } from '#app/audit/audit_trail'
import { ConsentTexts } from '#app/documents/evidence/consent_texts'
import Document from '#app/documents/document'
import { signerNews, tell } from '#app/documents/document_news'
import { end } from '#app/documents/ending'
import type Signer from '#app/documents/signers/signer'
import { languageOf } from '#app/documents/signers/signer_language'
import type { Language } from '#app/foundation/phrases/languages'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { changesOf } from '#app/tenancy/models/model_rows'
import type { Statement } from '#app/tenancy/statement'
import { allOrFirstFailure } from '#app/tenancy/connections/tenant_client'
import { consentOf } from './consent.js'
import { assertOpen } from './links/gate.js'
import { assertThawed } from './thaw.js'
import type { Visit } from './links/visit.js'
import ConsentMissing from './errors/consent_missing.js'
import SignerNotFound from './errors/signer_not_found.js'

/** What one signer does with one document. Every step locks the document and asks the gate again. */
export class Signing {
  constructor(
    private documentId: string,
    private signerId: string,
    private visit: Visit,
    /** SHA-256 of the token by which they came; none for whoever needs no link. */
    private linkSha256?: string
  ) {}

  /** A person's browser has the page open. Only the first time leaves an entry, and settles the language that the page had. */
  async open(language?: Language): Promise<void> {
    await this.#change((_, signer) => {
      if (signer.openedAt) return []
      settle(signer, language)
      signer.merge({ openedAt: tenantClock.now() })
      return [{ action: 'link.opened', actor: signer.actor(this.visit) }]
    })
  }

  /** The signer wants to be spoken to in another language, whatever has become of the document. */
  async choose(language: Language): Promise<void> {
    const text =
      'update signers set language = $2 where id = $1 and token_sha256 = coalesce($3, token_sha256)'
    await CurrentTenant.batch([{ text, values: [this.signerId, language, this.linkSha256] }])
  }

  /**
   * Version and hash of the accepted text go into the trail before the document shows, and the text beside it.
   *
   * @param shown  the language of the page on which they agreed; without a page it is that of their mails
   */
  async consent(shown?: Language): Promise<void> {
    await this.#change((document, signer, keep) => {
      if (signer.consentedAt) return []
      const language = shown ?? languageOf(document, signer)
      const { version, sha256, text } = consentOf(document, language)
      settle(signer, shown)
      const consentedAt = tenantClock.now()
      signer.merge({ consentVersion: version, consentSha256: sha256, consentedAt })
      keep(ConsentTexts.keeping({ sha256, text }))
      const details = { version, sha256, language, isTextKept: true }
      return [{ action: 'consent.accepted', actor: signer.actor(this.visit), details }]
    })
  }

  /** The first page has shown. @throws E_CONSENT_MISSING */
  async view(): Promise<void> {
    await this.#change((document, signer) => {
      if (!signer.consentedAt) throw new ConsentMissing()
      if (signer.viewedAt) return []
      const now = tenantClock.now()
      signer.merge({ viewedAt: now, seenAt: now })
      if (document.status === 'pending') document.become('viewed')
      document.updatedAt = now
      tell(document, 'document.viewed', signerNews(signer))
      return [{ action: 'document.viewed', actor: signer.actor(this.visit) }]
    })
  }

  /** The page is still open. Presence only: no lock, no entry, no event. */
  async heartbeat(): Promise<void> {
    const values = [this.signerId, await tenantClock.read()]
    await CurrentTenant.batch([{ text: 'update signers set seen_at = $2 where id = $1', values }])
  }

  async decline(reason: string): Promise<void> {
    await this.#change(async (document, signer) => {
      const now = tenantClock.now()
      signer.merge({ status: 'declined', declinedAt: now, declineReason: reason })
      const by = signer.actor(this.visit)
      await end(document, { status: 'declined', by, reason, signer, news: signerNews(signer) })
      return []
    })
  }

  /** @param work  changes document and signer in memory, and tells what belongs into the trail; `keep` adds a row of another table */
  async #change(
    work: (
      document: Document,
      signer: Signer,
      keep: (row: Statement) => void
    ) => DocumentHappening[] | Promise<DocumentHappening[]>
  ): Promise<void> {
    await unit(async () => {
      const { document, signer } = await admit(this.documentId, this.signerId, this.linkSha256)
      const rows: Statement[] = []
      const entries = await work(document, signer, (row) => rows.push(row))
      const trail = AuditTrail.additions(document, entries)
      await CurrentTenant.batch([...rows, ...trail, ...changesOf(document, signer)])
    })
  }
}

/** What somebody has chosen goes before what a page was shown in. */
function settle(signer: Signer, shown: Language | undefined): void {
  if (shown) signer.language ??= shown
}

/** Locks the document and lets the signer in, or says why not: a link that was good at the door may be dead by now. */
export async function admit(
  documentId: string,
  signerId: string,
  linkSha256?: string
): Promise<{ document: Document; signer: Signer }> {
  const locking = Document.lock(documentId)
  await allOrFirstFailure<unknown>([assertThawed(), locking])
  const document = await locking
  const signer = document.signers.find(({ id }) => id === signerId)
  const isDead = linkSha256 !== undefined && signer?.tokenSha256 !== linkSha256
  if (!signer || isDead) throw new SignerNotFound()
  assertOpen(document, signer)
  return { document, signer }
}
