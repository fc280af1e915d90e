import type Document from '#app/documents/document'
import type { SignerRole } from '#app/documents/signers/signer_role'
import type { Environment } from '#app/foundation/environment'
import type { Language } from '#app/foundation/phrases/languages'
import { standardConsent } from '#app/signing/consent'
import { Signing } from '#app/signing/signing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant, type Answer, type Ask } from '#tests/factories/api_client'

export const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }

/** A signer's link, and what comes of asking at it over the wire. */
export class SigningLink {
  private constructor(
    readonly tenant: Tenant,
    readonly environment: Environment,
    readonly documentId: string,
    readonly signerId: string,
    readonly token: string,
    readonly role: SignerRole
  ) {}

  /** @param at  which of the document's signers */
  static async of(
    tenant: Tenant,
    document: Document,
    { at = 0, environment = 'live' }: { at?: number; environment?: Environment } = {}
  ): Promise<SigningLink> {
    return CurrentTenant.run({ tenant: tenant.ref, environment }, async () => {
      const signer = document.signers[at]
      const token = await signer.token()
      return new SigningLink(tenant, environment, document.id, signer.id, token, signer.role)
    })
  }

  /** The same signer by another token. */
  through(token: string): SigningLink {
    const { tenant, environment, documentId, signerId, role } = this
    return new SigningLink(tenant, environment, documentId, signerId, token, role)
  }

  get path(): string {
    return `/sign/${this.token}`
  }

  get host(): string {
    return hostOfTenant(this.tenant)
  }

  ask(order: Omit<Ask, 'path'> & { path?: string }): Promise<Answer> {
    const { path = '', headers, ...rest } = order
    const own = { 'host': this.host, 'user-agent': CLIENT.userAgent }
    return ask({ ...rest, path: this.path + path, headers: { ...own, ...headers } })
  }

  get(path = '', headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask({ path, headers })
  }

  /** As a form of the page sends it. */
  submit(path: string, fields: Record<string, string>): Promise<Answer> {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'origin': 'null',
    }
    return this.ask({ method: 'POST', path, headers, body: String(new URLSearchParams(fields)) })
  }

  /** As a script of the page calls. */
  call(path: string, json?: unknown): Promise<Answer> {
    const headers = { 'sec-fetch-site': 'same-origin', 'accept': 'application/json' }
    return this.ask({ method: 'POST', path, headers, json })
  }

  /** To the standard text. */
  consent(language: Language = 'en'): Promise<Answer> {
    const consentVersion = standardConsent(language, this.role).version
    return this.submit('/consent', { accepted: 'yes', consentVersion })
  }

  /** The first page shows, and then they sign. @param values  of the fields that are not signed */
  async finish(values: Record<string, unknown> = {}, more: object = {}): Promise<Answer> {
    await this.call('/viewed')
    return this.call('/finish', {
      values,
      signature: { kind: 'typed', text: 'Ana Buyer' },
      ...more,
    })
  }

  /** Something done to the same document from within. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return CurrentTenant.run({ tenant: this.tenant.ref, environment: this.environment }, work)
  }

  steps(): Signing {
    return new Signing(this.documentId, this.signerId, CLIENT)
  }
}
