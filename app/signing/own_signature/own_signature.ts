import Document from '#app/documents/document'
import { documentLanguage } from '#app/documents/document_language'
import { Vault } from '#app/documents/files/vault'
import type { CertifiedSignature } from '#app/documents/signers/own_certificate'
import type Signer from '#app/documents/signers/signer'
import { clock } from '#app/foundation/clock'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { SignerCertificate } from '#app/sealing/own/signer_certificate'
import { sealer, type SealOrder } from '#app/sealing/seal'
import type { Mark } from '../finish.js'
import type { AnswersInput } from '../signature/answers.js'
import SignatureOvertaken from '../errors/signature_overtaken.js'
import SignerNotFound from '../errors/signer_not_found.js'
import { asFault, certificateFault } from './certificate_fault.js'
import { enteredBy, type Entered } from './own_placements.js'

/** How long what was prepared can be signed: a person confirms a password, or looks at the certificate once more. */
const OFFER_MS = 15 * 60_000

const NO_KEY = new Uint8Array(0)

/** What a signer enters, and with which certificate: DER, their own first. */
export interface Certified {
  input: AnswersInput
  marks: readonly Mark[]
  certificates: readonly Uint8Array[]
}

/** What the key of the certificate is to sign, with SHA-256: the signed attributes of a CMS signature (RFC 5652, 5.4). */
export interface Offer {
  toBeSigned: Uint8Array
  /** When it was prepared, which the signature says, and on what: both come back with its value. */
  at: Date
  base: string
  subject: string
}

export interface SignedOffer extends Pick<Offer, 'at' | 'base'> {
  /** ECDSA in DER, or RSA with PKCS#1 v1.5. */
  value: Uint8Array
}

/** A file in the vault that the document does not name yet. */
export interface OwnRevision {
  signature: CertifiedSignature
  base: string
  answers: Entered['answers']
  /** Whom the signature names. */
  signerName: string
}

/**
 * The signature that a signer makes with a certificate of their own, whose key stays in their browser. It is a revision of the file behind
 * the one before, with what this signer entered, and it is prepared twice: once to say what is to be signed, and once more with the value.
 * Nothing is kept in between, for the same order is prepared to the same bytes. A value that was made of anything else, be it another
 * document, another answer or another certificate, is not a signature of this.
 */
export class OwnSignature {
  private constructor(
    private document: Document,
    private signer: Signer,
    private vault: Vault,
    private certificate: SignerCertificate,
    private entered: Entered
  ) {}

  /** @throws AnswersRefused, SignerNotFound */
  static async of(
    { documentId, signerId }: { documentId: string; signerId: string },
    { certificates, ...given }: Certified
  ): Promise<OwnSignature> {
    const document = await Document.whole(documentId)
    const signer = document?.signers.find(({ id }) => id === signerId)
    if (!document || !signer) throw new SignerNotFound()
    if (!signer.certificate)
      throw certificateFault('certificate_not_asked', 'No certificate is asked for here')
    const certificate = asFault(() => SignerCertificate.of(certificates, clock.now()))
    const vault = await Vault.open(document)
    const entered = enteredBy(document, signer, vault, given)
    return new OwnSignature(document, signer, vault, certificate, entered)
  }

  async offer(): Promise<Offer> {
    const at = wholeSecond(clock.now())
    const base = baseOf(this.document)
    const { toBeSigned } = await sealer.prepareOwn(await this.#order(at))
    return { toBeSigned, at, base, subject: this.certificate.subject }
  }

  /**
   * Stores the file with the signature. One that no document comes to name goes when storage is swept: the same value may have been sent
   * twice, and the file of the one that came first has the same name.
   *
   * @throws AnswersRefused, SignatureOvertaken
   */
  async make({ at, base, value }: SignedOffer): Promise<OwnRevision> {
    const age = clock.now().getTime() - at.getTime()
    if (base !== baseOf(this.document) || !(age <= OFFER_MS)) throw new SignatureOvertaken()
    if (age < -1000 || at.getTime() % 1000 !== 0) throw wrongValue()
    const { toBeSigned, ...unfinished } = await sealer.prepareOwn(await this.#order(at))
    if (!this.certificate.hasSigned(toBeSigned, value)) throw wrongValue()
    const signature = { ...unfinished.signature, value }
    const { bytes, sha256 } = await sealer.finishOwn({ ...unfinished, signature })
    await this.vault.write(`revision-${sha256}`, bytes)
    const { subject, issuer, serial, sha256: certificateSha256, validUntil } = this.certificate
    return {
      base,
      answers: this.entered.answers,
      signerName: this.signer.name,
      signature: {
        ...{ subject, issuer, serial, sha256: certificateSha256 },
        validUntil: validUntil.toISOString(),
        revisionSha256: sha256,
        revisionBytes: bytes.length,
      },
    }
  }

  async #order(at: Date): Promise<SealOrder> {
    const { id, createdAt } = this.document
    const base = baseOf(this.document)
    const language = documentLanguage(this.document)
    return {
      canonical: await this.vault.read(this.document.signedFile),
      revisionSha256: base,
      isSignedBefore: true,
      // the seal says so
      isTest: false,
      placements: this.entered.placements,
      signaturePage: [],
      attachments: [],
      signing: {
        certificate: this.certificate.der,
        chain: this.certificate.issuers,
        privateKey: NO_KEY,
        signerName: this.signer.name,
        reason: Phrasebook.in(language).t('certificate.own_reason'),
        at,
        field: 'Signature',
      },
      // no page of it is printed
      certificate: {
        ...{ language, documentId: id, title: '', tenantName: '', createdAt, completedAt: at },
        ...{ originalSha256: base, canonicalSha256: base, chainLength: 0 },
        // part of the file's identifier: the same file in another document, or for another signer, is other bytes
        chainHead: `${id} ${this.signer.id}`,
        ...{ signers: [], copies: [], entries: [], verifyUrl: '' },
        brand: { name: '', color: '#000000' },
      },
    }
  }
}

/** SHA-256 of what the next signature is added to. */
export function baseOf(document: Document): string {
  return document.revisionSha256 ?? document.canonicalSha256
}

/** The time in a PDF has no smaller part. */
function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}

function wrongValue() {
  return certificateFault(
    'certificate_value',
    'What was sent is not a signature of this certificate over what was prepared'
  )
}
