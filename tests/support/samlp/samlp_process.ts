import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { request } from 'undici'
import app from '@adonisjs/core/services/app'
import { selfSigned, type KeyAndCertificate } from '#app/single_sign_on/self_signed'
import { pemOf } from '#tests/support/identity_provider'
import type Connection from '#app/single_sign_on/connection'

interface Manner {
  signResponse?: boolean
  encrypt?: boolean
}

/** npm's samlp in a process of its own. */
export class SamlpProcess {
  private constructor(
    private child: ChildProcess,
    readonly port: number
  ) {}

  static async start(): Promise<SamlpProcess> {
    const child = spawn(process.execPath, [app.makePath('tests/support/samlp/provider.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: child.stdout })) {
      const [, port] = /^listening (\d+)$/.exec(line) ?? []
      if (port) return new SamlpProcess(child, Number(port))
    }
    throw new Error('samlp ended before it listened')
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.kill()
    await ended
  }

  provider(name: string, key: KeyAndCertificate): SamlpProvider {
    return new SamlpProvider(this, name, key)
  }

  async ask(
    path: string,
    {
      method = 'GET',
      body,
      cookie = '',
    }: { method?: 'GET' | 'PUT'; body?: string; cookie?: string } = {}
  ) {
    const answer = await request(`http://127.0.0.1:${this.port}${path}`, {
      method,
      body,
      headers: { ...(cookie && { cookie }) },
    })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
}

/** One of its identity providers, as a browser meets it. */
export class SamlpProvider {
  #cookie = ''

  constructor(
    private process: SamlpProcess,
    private name: string,
    private key: KeyAndCertificate
  ) {}

  get entityId(): string {
    return this.#at('')
  }

  metadata(...more: KeyAndCertificate[]): string {
    const keys = [this.key, ...more].map(
      ({ certificate }) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
    )
    const at = (service: string, path: string) =>
      `<${service} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.#at(path)}"/>`
    return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}"><IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${at('SingleLogoutService', '/slo')}${at('SingleSignOnService', '/sso')}</IDPSSODescriptor></EntityDescriptor>`
  }

  /** It gets to know us. */
  async trust({ addresses, keys: [own] }: Connection, manner: Manner = {}): Promise<void> {
    const { certificate, privateKey } = this.key
    const sp = { ...addresses, certificate: pemOf(own.certificate) }
    const said = { entityId: this.entityId, certificate: pemOf(certificate), privateKey, sp }
    const body = JSON.stringify({ ...said, signResponse: false, encrypt: false, ...manner })
    await this.process.ask(`/${this.name}`, { method: 'PUT', body })
  }

  useKey(key: KeyAndCertificate): void {
    this.key = key
  }

  /** @param location  where we have sent the browser. @returns the form that it is to send back */
  async form(location: string = this.#at('/sso')): Promise<Record<string, string>> {
    const { text } = await this.#visit(location)
    const fields = [...text.matchAll(/name="([^"]+)"\s+value="([^"]*)"/g)]
    if (fields.length === 0) throw new Error(`No form: ${text.slice(0, 500)}`)
    return Object.fromEntries(fields.map(([, name, value]) => [name, unescaped(value)]))
  }

  /** @returns where it sends the browser, or its status where it is done */
  async logOut(location: string = this.#at('/slo')): Promise<string | number> {
    const { status, headers } = await this.#visit(location)
    return headers.location === undefined ? status : String(headers.location)
  }

  async #visit(location: string) {
    const { pathname, search } = new URL(location)
    const answer = await this.process.ask(pathname + search, { cookie: this.#cookie })
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
    if (cookie) this.#cookie = cookie.split(';')[0]
    return answer
  }

  #at(path: string): string {
    return `http://idp.localhost:${this.process.port}/${this.name}${path}`
  }
}

export function newKey(): Promise<KeyAndCertificate> {
  return selfSigned('samlp')
}

function unescaped(text: string): string {
  return text
    .replaceAll('&#x2B;', '+')
    .replaceAll('&#x3D;', '=')
    .replaceAll('&#43;', '+')
    .replaceAll('&#61;', '=')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
