import { ConsentTexts } from '#app/documents/evidence/consent_texts'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { delegate, type HandingOver } from '#app/documents/delegation'
import { end } from '#app/documents/ending'
import type { HandedInFile } from '#app/documents/field_kinds/attachment'
import { acceptAttachment } from '#app/documents/files/accepted_attachment'
import { Vault } from '#app/documents/files/vault'
import { PRESENCE_MS, type default as Signer } from '#app/documents/signers/signer'
import { languageOf } from '#app/documents/signers/signer_language'
import { signerSummary } from '#app/documents/signers/signer_summary'
import { clock } from '#app/foundation/clock'
import type { Language } from '#app/foundation/phrases/languages'
import { announceUpdate } from '#app/events/updates'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { removeUpload, storedUpload, upload, type Arrival } from './attachments/upload.js'
import { admitted, type Admission } from './admission.js'
import { consentOf } from './consent.js'
import { tellDelegated } from './delegation_notice.js'
import { finish, marksOf, type Browsers, type Mark } from './finish.js'
import { OwnSignature, type Offer, type SignedOffer } from './own_signature/own_signature.js'
import type { ClientInfo } from './links/signer_client.js'
import { ask, type QuestionKind } from './questions/question.js'
import type { AnswersInput } from './signature/answers.js'
import { withdraw } from './withdrawal.js'
import ConsentMissing from './errors/consent_missing.js'
import UploadSuperseded from './errors/upload_superseded.js'

/** A signature by a signer's own certificate: DER, their own first. */
export interface OwnInput extends SignedOffer {
  certificates: readonly Uint8Array[]
}

const UNKNOWN: Browsers = { access: null, identity: null }

/** Of what concerns the signer alone. */
const WITHOUT_FIELDS = { withFields: false }

/** @returns when they had been seen before */
const SEEN = `update signers set seen_at = $2 from (select id, seen_at from signers where id = $1) before
  where signers.id = before.id returning before.seen_at`

/** What one signer does with one document. Every step locks the document and asks the gate again. */
export class Signing {
  constructor(
    private documentId: string,
    private signerId: string,
    private client: ClientInfo,
    /** SHA-256 of the token by which they came; null for scripted signers, who need no link. */
    private linkSha256?: string
  ) {}

  /** A person's browser has the page open. Only the first time leaves an entry, and settles the language that the page had. */
  async open(language?: Language): Promise<void> {
    await this.#change((change, signer) => {
      if (signer.openedAt) return
      settle(signer, language)
      signer.merge({ openedAt: tenantClock.now() })
      change.log({ action: 'link.opened', actor: signer.actor(this.client) })
    }, WITHOUT_FIELDS)
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
    await this.#change((change, signer) => {
      if (signer.consentedAt) return
      const { document } = change
      const language = shown ?? languageOf(document, signer)
      const { version, sha256, text } = consentOf(document, language, signer.role)
      settle(signer, shown)
      const consentedAt = tenantClock.now()
      signer.merge({ consentVersion: version, consentSha256: sha256, consentedAt })
      change.write(ConsentTexts.keeping({ sha256, text }))
      const details = { version, sha256, language, isTextKept: true }
      change.log({ action: 'consent.accepted', actor: signer.actor(this.client), details })
    }, WITHOUT_FIELDS)
  }

  /** Takes back that they agree: the page asks again. */
  async withdraw(): Promise<void> {
    const { client } = this
    await this.#change((change, signer) => withdraw(change, signer, client), WITHOUT_FIELDS)
  }

  /** The first page has shown. @throws ConsentMissing */
  async view(): Promise<void> {
    await this.#change((change, signer) => {
      if (!signer.consentedAt) throw new ConsentMissing()
      if (signer.viewedAt) return
      const { document } = change
      const now = tenantClock.now()
      signer.merge({ viewedAt: now, seenAt: now })
      if (document.status === 'pending') document.become('viewed')
      document.updatedAt = now
      change.emit('document.viewed', signerSummary(signer))
      change.signal('signer.viewed', signer.id)
      change.log({ action: 'document.viewed', actor: signer.actor(this.client) })
    }, WITHOUT_FIELDS)
  }

  /** The page is still open. Presence only: no lock, no entry, no event. */
  async heartbeat(): Promise<void> {
    const now = await tenantClock.read()
    const [[before]] = await CurrentTenant.batch([
      query<RowOf<'signers', 'seen_at'>>(SEEN, [this.signerId, now]),
    ])
    const wasPresent = now.getTime() - (before?.seen_at?.getTime() ?? 0) < PRESENCE_MS
    if (!wasPresent) announceUpdate(this.documentId)
  }

  /**
   * Hands in all that is asked of them.
   *
   * @param known  by what the browser is known in which they entered their code and proved who they are, where that is asked of them
   * @param own  the signature by a certificate of their own, where they make one
   * @throws AnswersRefused, SignatureRefused, SignatureOvertaken, AccessCodeMissing, IdentityUnproved and all that the gate refuses
   */
  async sign(
    input: AnswersInput,
    known: Browsers = UNKNOWN,
    own: OwnInput | null = null
  ): Promise<Document> {
    const marks = await marksOf(input, this.signerId)
    const { client } = this
    const browsers = this.linkSha256 === undefined ? null : known
    const revision = own ? await this.#own(input, marks, own).then((one) => one.make(own)) : null
    return this.#change(async (change, signer) => {
      await finish(change, signer, { client, input, marks, browsers, revision })
      return change.document
    })
  }

  /**
   * Takes in a file for a field of theirs, which they hand in when they finish.
   *
   * @param begunAt  when it began to arrive: one that was given up does not take the place of a newer one
   * @param isCancelled  asked last of all: once it was cancelled, the one before stays
   * @returns what is known of it
   * @throws AttachmentRefused, AnswersRefused, ConsentMissing, UploadSuperseded and all that the gate refuses
   */
  async upload(
    fieldId: string,
    bytes: Buffer,
    name: string,
    { begunAt = clock.now(), isCancelled = () => false }: Arrival = {}
  ): Promise<HandedInFile> {
    const accepted = await acceptAttachment(bytes, name)
    const vault = await Vault.open(await Document.findOrFail(this.documentId))
    const file = await storedUpload(vault, accepted)
    const order = { fieldId, file, begunAt, isCancelled, vault }
    try {
      const before = await this.#change((change, signer) => upload(change, signer, order))
      if (before) await removeUpload(vault, before)
    } catch (error) {
      if (error instanceof UploadSuperseded) await removeUpload(vault, file.key)
      throw error
    }
    return file
  }

  /** What their certificate is to sign, if all that they hand in is right. @throws AnswersRefused, SignatureRefused */
  async offer(input: AnswersInput, own: Pick<OwnInput, 'certificates'>): Promise<Offer> {
    const marks = await marksOf(input, this.signerId)
    return (await this.#own(input, marks, own)).offer()
  }

  /** Writes to the sender. @throws TooManyQuestions */
  async ask(kind: QuestionKind, text: string): Promise<void> {
    const { client } = this
    await this.#change((change, signer) => ask(change, signer, { kind, text, client }))
  }

  async decline(reason: string): Promise<void> {
    await this.#change(async (change, signer) => {
      const now = tenantClock.now()
      signer.merge({ status: 'declined', declinedAt: now, declineReason: reason })
      const by = signer.actor(this.client)
      await end(change, { status: 'declined', by, reason, signer, news: signerSummary(signer) })
    })
  }

  /**
   * Hands signing over to another person; what this one did by their link does not count for who comes next.
   *
   * @throws DelegationRefused, DraftRefused and all that the gate refuses
   */
  async delegate(handingOver: HandingOver): Promise<void> {
    await this.#change(async (change, signer) => {
      await delegate(change, signer, handingOver, signer.actor(this.client))
      await tellDelegated(change.document, signer)
    })
  }

  #own(
    input: AnswersInput,
    marks: readonly Mark[],
    { certificates }: Pick<OwnInput, 'certificates'>
  ): Promise<OwnSignature> {
    const { documentId, signerId } = this
    return OwnSignature.of({ documentId, signerId }, { input, marks, certificates })
  }

  #change<T>(
    work: (change: DocumentChange, signer: Signer) => T | Promise<T>,
    reading: Pick<Admission, 'withFields'> = {}
  ): Promise<T> {
    const { documentId, signerId, linkSha256 } = this
    const { via } = this.client
    return admitted({ documentId, signerId, linkSha256, via, ...reading }, work)
  }
}

/** What somebody has chosen goes before what a page was shown in. */
function settle(signer: Signer, shown: Language | undefined): void {
  if (shown) signer.language ??= shown
}
