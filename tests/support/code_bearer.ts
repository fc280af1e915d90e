import { standardConsent } from '#app/signing/consent'
import type Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import type { Environment } from '#app/foundation/environment'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { inLive, Visitor } from './dashboard_visitor.js'
import { SigningLink } from './signing_link.js'

export const CODE = 'Tulip-4711'

/** Asked for a code before the link shows anything. */
export const GUARDED: SignerInput = { ...ANA, accessCode: CODE }

/** Somebody with the link of a signer who is asked for a code, in a browser of their own. */
export class CodeBearer extends Visitor {
  constructor(readonly link: SigningLink) {
    super(link.tenant)
  }

  static async of(tenant: Tenant, signers: SignerInput[] = [GUARDED]): Promise<CodeBearer> {
    return CodeBearer.reading(tenant, await inLive(tenant, () => makeDocument({ signers })))
  }

  static async reading(
    tenant: Tenant,
    document: Document,
    environment: Environment = 'live'
  ): Promise<CodeBearer> {
    return new CodeBearer(await SigningLink.of(tenant, document, { environment }))
  }

  get page() {
    return this.get(this.link.path)
  }

  enter(code: string) {
    return this.post(`${this.link.path}/code`, { code })
  }

  /** Asks for a code to be sent. */
  request() {
    return this.post(`${this.link.path}/code/send`)
  }

  consent() {
    const consentVersion = standardConsent('en').version
    return this.post(`${this.link.path}/consent`, { accepted: 'yes', consentVersion })
  }

  call(path: string, json?: unknown) {
    const headers = { 'sec-fetch-site': 'same-origin', 'accept': 'application/json' }
    return this.ask({ method: 'POST', path: this.link.path + path, headers, json })
  }

  finish() {
    return this.call('/finish', { values: {}, signature: { kind: 'typed', text: 'Ana Buyer' } })
  }
}
