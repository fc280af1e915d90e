import type Document from '#app/documents/document'
import type Connection from '#app/single_sign_on/connection'
import { standardConsent } from '#app/signing/consent'
import type Tenant from '#app/tenants/tenant'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { inLive, type Visitor } from './dashboard_visitor.js'
import type { ResponseTerms, TestIdentityProvider } from './identity_provider.js'
import { SigningLink } from './signing_link.js'
import { requestIn, responseOf, SsoVisitor } from './single_sign_on.js'

/** Of a domain that the tests prove. */
export const INES: SignerInput = {
  ...ANA,
  name: 'Ines Insider',
  email: 'Ines@corp.example',
  identity: 'single_sign_on',
}

/** A signer who has to prove who they are, in a browser of their own. */
export class ProvingSigner extends SsoVisitor {
  constructor(readonly link: SigningLink) {
    super(link.tenant)
  }

  static async of(tenant: Tenant, signers: SignerInput[] = [INES], at = 0): Promise<ProvingSigner> {
    const document = await inLive(tenant, () => makeDocument({ signers }))
    return ProvingSigner.reading(tenant, document, at)
  }

  /** They have agreed and see the first page. */
  static async reading(tenant: Tenant, document: Document, at = 0): Promise<ProvingSigner> {
    const signer = new ProvingSigner(await SigningLink.of(tenant, document, { at }))
    const consentVersion = standardConsent('en').version
    await signer.post(`${signer.link.path}/consent`, { accepted: 'yes', consentVersion })
    await signer.call('/viewed')
    return signer
  }

  get page() {
    return this.get(this.link.path)
  }

  call(path: string, json?: unknown) {
    const headers = { 'sec-fetch-site': 'same-origin', 'accept': 'application/json' }
    return this.ask({ method: 'POST', path: this.link.path + path, headers, json })
  }

  finish() {
    return this.call('/finish', { values: {}, signature: { kind: 'typed', text: 'Ines Insider' } })
  }

  /** On to the provider. */
  async leave(): Promise<{ inResponseTo: string; relayState: string; xml: string; url: string }> {
    const answer = await this.post(`${this.link.path}/identity`)
    const [, address] = /url=(.*)$/.exec(String(answer.headers.refresh)) ?? []
    if (!address) throw new Error(`Nowhere: ${answer.status} ${answer.headers.location}`)
    const { id, xml, url } = requestIn(address)
    return {
      ...{ inResponseTo: id, xml, url: address },
      relayState: url.searchParams.get('RelayState')!,
    }
  }

  /** There and back. @returns what came of it, and the page to which that leads */
  async prove(
    provider: TestIdentityProvider,
    connection: Connection,
    terms: Partial<ResponseTerms> = {}
  ) {
    const { inResponseTo, relayState } = await this.leave()
    const said = { inResponseTo, nameId: 'ines@corp.example', ...terms }
    return this.return(await this.bring(responseOf(provider, connection, said), relayState))
  }

  async return(answer: Awaited<ReturnType<Visitor['get']>>) {
    return answer.status === 303 ? this.complete(answer) : answer
  }
}
