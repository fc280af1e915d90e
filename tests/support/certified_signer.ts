import { createPrivateKey, sign as signWith } from 'node:crypto'
import type { Answer } from '#tests/factories/api_client'
import type { OutsideCertificate } from './outside_authority.js'
import type { SigningLink } from './signing_link.js'

/** What a server has prepared for a certificate. */
export interface Prepared {
  toBeSigned: string
  at: string
  base: string
}

const SIGNATURE = { kind: 'typed', text: 'Ana Buyer' }

/** A signer's browser with a certificate in it: what goes over the wire, and nothing that checks it before. */
export class CertifiedSigner {
  constructor(
    readonly link: SigningLink,
    readonly own: Pick<OutsideCertificate, 'certificate' | 'chain' | 'privateKey'>
  ) {}

  get certificates(): string[] {
    return [this.own.certificate, ...this.own.chain].map((der) =>
      Buffer.from(der).toString('base64')
    )
  }

  /** They have agreed, and see the first page. */
  async arrive(): Promise<void> {
    await this.link.consent()
    await this.link.call('/viewed')
  }

  ask(certificates = this.certificates, more: object = {}): Promise<Answer> {
    const certificate = { certificates }
    return this.link.call('/own-signature', { signature: SIGNATURE, ...more, certificate })
  }

  async prepare(more: object = {}): Promise<Prepared> {
    const { status, text, body } = await this.ask(this.certificates, more)
    if (status !== 200) throw new Error(`Nothing was prepared: ${status} ${text}`)
    return body as unknown as Prepared
  }

  value({ toBeSigned }: Pick<Prepared, 'toBeSigned'>): string {
    const key = { key: Buffer.from(this.own.privateKey), format: 'der', type: 'pkcs8' } as const
    const bytes = Buffer.from(toBeSigned, 'base64')
    return signWith('sha256', bytes, createPrivateKey(key)).toString('base64')
  }

  /** @param changed  of what a browser would send */
  finish(prepared: Prepared, changed: object = {}, more: object = {}): Promise<Answer> {
    const { at, base } = prepared
    const value = this.value(prepared)
    const certificate = { certificates: this.certificates, at, base, value, ...changed }
    return this.link.call('/finish', { signature: SIGNATURE, ...more, certificate })
  }
}
