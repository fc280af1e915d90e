import { request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Caddy } from './caddy.js'

interface Page {
  status: number
  headers: IncomingHttpHeaders
  text: string
  certificate: PeerCertificate
  /** Where it was in the end. */
  url: URL
}

interface Order {
  method?: string
  headers?: Record<string, string>
  form?: Record<string, string>
  body?: Buffer
}

/** A browser as far as cookies, redirects and certificates go; every name leads to this machine. */
export class HttpsBrowser {
  /** By host, as it keeps them. */
  cookies = new Map<string, Map<string, string>>()

  constructor(private caddy: Caddy) {}

  url(host: string, path: string): string {
    return `https://${host}:${this.caddy.httpsPort}${path}`
  }

  get(host: string, path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.ask(new URL(this.url(host, path)), { headers })
  }

  post(host: string, path: string, form: Record<string, string>, headers = {}): Promise<Page> {
    return this.ask(new URL(this.url(host, path)), { method: 'POST', form, headers })
  }

  /** Goes wherever it is sent, as after a click. */
  async open(address: string): Promise<Page> {
    let page = await this.ask(new URL(address), {})
    for (let hops = 0; page.headers.location; hops++) {
      if (hops > 8) throw new Error(`${address} leads in circles`)
      page = await this.ask(new URL(page.headers.location, page.url), {})
    }
    return page
  }

  ask(url: URL, { method = 'GET', headers = {}, form, body: bytes }: Order): Promise<Page> {
    const body = form && new URLSearchParams(form).toString()
    const cookies = [...(this.cookies.get(url.hostname) ?? [])]
    const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
    return new Promise((resolve, reject) => {
      const asked = request(url, {
        method,
        agent: false,
        ca: this.caddy.authority,
        servername: url.hostname,
        checkServerIdentity,
        lookup: (_, options, found) =>
          options.all
            ? found(null, [{ address: '127.0.0.1', family: 4 }])
            : found(null, '127.0.0.1', 4),
        headers: {
          ...(cookie && { cookie }),
          ...(body !== undefined && {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
          }),
          ...headers,
        },
      })
      asked.on('error', reject).on('response', (response) => {
        const certificate = (
          response.socket as unknown as { getPeerCertificate(): PeerCertificate }
        ).getPeerCertificate()
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          this.#keep(url.hostname, response.headers['set-cookie'] ?? [])
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, headers: answered, text, certificate, url })
        })
      })
      asked.end(body ?? bytes)
    })
  }

  #keep(host: string, lines: readonly string[]): void {
    const kept = this.cookies.get(host) ?? new Map<string, string>()
    this.cookies.set(host, kept)
    for (const line of lines) {
      const [pair, ...attributes] = line.split('; ')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (attributes.some((one) => /^max-age=(0|-\d+)$/i.test(one))) kept.delete(name)
      else kept.set(name, value)
    }
  }
}
