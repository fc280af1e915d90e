import type { Environment } from '#app/foundation/environment'
import Document from '#app/documents/document'
import type Field from '#app/documents/field'
import Signer from '#app/documents/signers/signer'
import { environmentOfToken, tokenHash } from '#app/documents/signers/signing_link'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { query } from '#app/tenancy/statement'
import { assertOpen, gateOf, type Gate } from './gate.js'
import { EmbedLink } from '../embedding/embed_link.js'
import { InPersonLink, type Hosting } from '../in_person/in_person_link.js'
import ConsentMissing from '../errors/consent_missing.js'
import DocumentNotViewed from '../errors/document_not_viewed.js'

/** What a page shows of a field. */
export type FieldPlace = Pick<
  Field,
  'id' | 'type' | 'page' | 'x' | 'y' | 'width' | 'height' | 'options'
>

/** What a signer before this one has filled in, which a condition may ask for. */
export type EarlierField = Pick<Field, 'id' | 'type' | 'options' | 'value'>

/** Every opened link reads these rows: only what pages and files need of them, for each value costs its parsing. */
const OF_DOCUMENT =
  'id, status, erased_at, title, message, redirect_url, brand, page_count, pages, expires_at, sealing_at, allows_delegation, file_name, file_key, files, canonical_sha256, sealed_sha256, sealed_bytes, later_revisions, vault_key'
/** What the sender wrote to one signer, and who handed signing over to them, is read for them alone. */
const OF_SIGNER =
  'id, document_id, role, in_person, certificate, name, email, status, identity, access_commitment, one_time_code, phone, language, asked_language, case when token_sha256 = $1 then message end as message, case when token_sha256 = $1 then delegations end as delegations, token_sha256, consented_at, opened_at, viewed_at, signed_at'
/** Whose a field is, is looked at here: a join would be planned again for every request. Values that no condition asks for stay where they are. */
const OF_FIELD = `id, signer_id, type, page, x, y, width, height, options,
  case when options ? 'key' or options ? 'group' then value end as value`

/** The signer whom a signing link leads to: found by the token alone, no account, no cookie. What is read here is never saved. */
export class SignerSession {
  private constructor(
    readonly document: Document,
    readonly signer: Signer,
    readonly fields: readonly FieldPlace[],
    readonly earlier: readonly EarlierField[],
    /** Whose pages may show this one in a frame; null for nobody's. */
    readonly frameOrigin: string | null,
    /** On whose device they sign in person; null for those who come by a link of their own. */
    readonly hosting: Hosting | null
  ) {}

  /** Which environment to enter before `find`; null for what is no signing token. */
  static environment(token: string): Environment | null {
    return (
      environmentOfToken('signing-link', token) ??
      EmbedLink.sessionEnvironment(token) ??
      InPersonLink.sessionEnvironment(token)
    )
  }

  /** One batch, and one before it for a page in a frame or on the device of a member; null for a token that nobody has, or has no longer. */
  static async find(token: string): Promise<SignerSession | null> {
    if (EmbedLink.sessionEnvironment(token) !== null) {
      const embedded = await EmbedLink.session(token)
      return embedded && SignerSession.#ofLink(embedded.linkSha256, { origin: embedded.origin })
    }
    if (InPersonLink.sessionEnvironment(token) !== null) {
      const hosting = await InPersonLink.session(token)
      return hosting && SignerSession.#ofLink(hosting.linkSha256, { hosting })
    }
    return SignerSession.#ofLink(tokenHash(token), {})
  }

  /** @param hash  SHA-256 of the signer's link */
  static async #ofLink(
    hash: string,
    { origin = null, hosting = null }: { origin?: string | null; hosting?: Hosting | null }
  ): Promise<SignerSession | null> {
    const ofDocument = '(select document_id from signers where token_sha256 = $1)'
    const [documents, signers, rows] = await CurrentTenant.batch([
      { text: `select ${OF_DOCUMENT} from documents where id = ${ofDocument}`, values: [hash] },
      {
        text: `select ${OF_SIGNER} from signers where document_id = ${ofDocument} order by position`,
        values: [hash],
      },
      query<FieldPlace & EarlierField & { signer_id: string }>(
        `select ${OF_FIELD} from fields where document_id = ${ofDocument} order by position`,
        [hash]
      ),
    ])
    if (documents.length === 0) return null
    const [document] = readOnlyModels(Document, documents)
    document.$setRelated('signers', readOnlyModels(Signer, signers))
    const signer = document.signers.find((one) => one.tokenSha256 === hash)
    if (!signer) return null
    const fields = rows.filter((row) => row.signer_id === signer.id)
    const earlier = rows.filter((row) => row.signer_id !== signer.id && row.value !== null)
    return new SignerSession(document, signer, fields, earlier, origin, hosting)
  }

  get gate(): Gate {
    return gateOf(this.document, this.signer, this.hosting !== null)
  }

  get hasConsented(): boolean {
    return this.signer.consentedAt !== null
  }

  /** Asked before anything is done; what changes something asks again under the lock. @throws what the gate refuses */
  assertOpen(): void {
    assertOpen(this.document, this.signer, this.hosting !== null)
  }

  /** @throws ConsentMissing and what the gate refuses */
  assertMaySign(): void {
    this.assertOpen()
    if (!this.hasConsented) throw new ConsentMissing()
  }

  /** @throws DocumentNotViewed and what `assertMaySign` throws */
  assertMayFinish(): void {
    this.assertMaySign()
    if (!this.signer.viewedAt) throw new DocumentNotViewed()
  }
}
