import { inflateRawSync } from 'node:zlib'
import { Connecting, type Terms } from '#app/single_sign_on/connecting'
import { CONSOLE } from '#app/cli/_console'
import type Connection from '#app/single_sign_on/connection'
import type Tenant from '#app/tenants/tenant'
import { inLive, Visitor } from './dashboard_visitor.js'
import type { ResponseTerms, TestIdentityProvider } from './identity_provider.js'

export async function connected(
  tenant: Tenant,
  provider: TestIdentityProvider,
  terms: Terms = {},
  domains: readonly string[] = []
): Promise<Connection> {
  return inLive(tenant, async () =>
    Connecting.connect(await Connecting.read(provider.metadata()), terms, CONSOLE, { domains })
  )
}

/** A browser that goes to the provider and comes back. */
export class SsoVisitor extends Visitor {
  /** @returns the id of the request that it carries */
  async begin(next?: string): Promise<string> {
    const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`
    const answer = await this.get(`/sso/saml/login${query}`)
    return requestIn(String(answer.headers.location)).id
  }

  /** A page of the provider's sends the form: cookies stay away from it. */
  async bring(message: string | null, relayState?: string) {
    const form = new URLSearchParams({
      ...(message !== null && { SAMLResponse: message }),
      ...(relayState !== undefined && { RelayState: relayState }),
    })
    const kept = new Map(this.cookies)
    this.cookies.clear()
    const answer = await this.ask({
      method: 'POST',
      path: '/sso/saml/acs',
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        'origin': 'https://idp.example',
      },
    })
    this.cookies = new Map([...kept, ...this.cookies])
    return answer
  }

  async complete(answer: Awaited<ReturnType<Visitor['get']>>) {
    const { pathname, search } = new URL(String(answer.headers.location))
    return this.get(pathname + search, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    })
  }

  async logIn(
    provider: TestIdentityProvider,
    connection: Connection,
    terms: Partial<ResponseTerms> = {},
    next?: string
  ) {
    const inResponseTo = await this.begin(next)
    const answer = await this.bring(responseOf(provider, connection, { inResponseTo, ...terms }))
    return answer.status === 303 ? this.complete(answer) : answer
  }

  async isKnown(): Promise<boolean> {
    return (await this.get('/documents')).status === 200
  }
}

export function responseOf(
  provider: TestIdentityProvider,
  { addresses }: Connection,
  terms: Partial<ResponseTerms>
): string {
  return provider.response({ audience: addresses.entityId, acsUrl: addresses.acs, ...terms })
}

/** What a redirect to a provider carries. */
export function requestIn(location: string): { id: string; xml: string; url: URL } {
  const url = new URL(location)
  const message = url.searchParams.get('SAMLRequest') ?? url.searchParams.get('SAMLResponse') ?? ''
  const xml = inflateRawSync(Buffer.from(message, 'base64')).toString()
  return { id: / ID="([^"]+)"/.exec(xml)![1], xml, url }
}

/** What the form of a page holds that asks for agreement. */
export function agreement(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return Object.fromEntries(fields.map(([, name, value]) => [name, plainText(value)]))
}

export function plainText(html: string): string {
  const marks = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&#39;': "'",
    '&amp;': '&',
  }
  return Object.entries(marks).reduce((text, [mark, sign]) => text.replaceAll(mark, sign), html)
}
