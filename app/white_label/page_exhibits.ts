import type { Language } from '#app/foundation/phrases/languages'
import type { Exhibit } from './exhibit.js'

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Asks at one host of the tenant. */
export type Asker = (order: {
  host: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}) => Promise<Answered>

interface Hosts {
  app: string
  signing: string
  api: string
}

const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}
const UNKNOWN_TOKEN = `tok_${'A'.repeat(43)}`

/** What anybody can ask for without being known. */
function publicRoutes(
  { app, signing, api }: Hosts,
  languages: readonly Language[]
): Parameters<Asker>[0][] {
  return [
    { host: app, path: '/login' },
    { host: app, path: '/forgot' },
    { host: app, path: '/sso/saml/metadata' },
    { host: app, path: '/sso/setup' },
    { host: app, path: '/login/emergency' },
    { host: app, path: '/sso/saml/login' },
    { host: app, path: '/sso/saml/complete?code=a' },
    { host: signing, path: '/sign-identity?code=a' },
    { host: app, path: '/scim/v2/Users' },
    {
      host: app,
      path: '/sso/saml/acs',
      method: 'POST',
      headers: FORM_BODY,
      body: 'SAMLResponse=a',
    },
    { host: app, path: '/sso/saml/slo?SAMLRequest=a' },
    { host: app, path: `/welcome/${UNKNOWN_TOKEN}` },
    { host: app, path: `/embed-editor/${UNKNOWN_TOKEN}` },
    { host: app, path: `/field-editor/${UNKNOWN_TOKEN}` },
    { host: app, path: '/login', method: 'POST', headers: FORM_BODY, body: 'email=a&password=b' },
    {
      host: app,
      path: '/login',
      method: 'POST',
      headers: FORM_BODY,
      body: 'email=a%40example.com&password=',
    },
    { host: app, path: '/', method: 'PUT' },
    { host: app, path: '/documents' },
    { host: app, path: '/favicon.ico' },
    { host: app, path: '/manifest.webmanifest' },
    { host: app, path: '/robots.txt' },
    { host: app, path: '/nothing-is-here' },
    { host: app, path: '/%E0%A4%A' },
    { host: app, path: '/assets/0/nothing.css' },
    { host: app, path: '/brand/nothing.png' },
    {
      host: app,
      path: '/documents',
      method: 'POST',
      headers: { ...FORM_BODY, 'sec-fetch-site': 'cross-site' },
    },
    ...languages.map((language) => ({
      host: signing,
      path: `/sign/${UNKNOWN_TOKEN}`,
      headers: { 'accept-language': language },
    })),
    ...languages.map((language) => ({
      host: signing,
      path: '/status',
      headers: { 'accept-language': language },
    })),
    { host: app, path: '/status' },
    { host: signing, path: `/sign/${UNKNOWN_TOKEN}/report` },
    { host: signing, path: `/track/${UNKNOWN_TOKEN}` },
    { host: signing, path: `/f/${UNKNOWN_TOKEN}` },
    { host: signing, path: `/confirm/${UNKNOWN_TOKEN}` },
    { host: api, path: '/docs/errors' },
    { host: api, path: '/docs' },
    { host: api, path: '/docs/guides/quickstart' },
    { host: api, path: '/docs/guides/webhooks' },
    { host: api, path: '/docs/guides/verifying' },
    { host: api, path: '/docs/reference/documents' },
    { host: api, path: '/docs/events' },
    { host: api, path: '/docs/search?q=document' },
    { host: api, path: '/api/v1/openapi.json' },
    { host: api, path: '/api/v1/health' },
    { host: api, path: '/api/v1/documents' },
    { host: api, path: '/api/v1/nothing-is-here' },
    { host: api, path: '/api/v1/documents', method: 'PUT' },
    { host: api, path: '/api/v1/documents', method: 'POST', headers: JSON_BODY, body: '{' },
    { host: api, path: '/api/v1/documents', method: 'OPTIONS' },
  ]
}

const ASSET = /(?:href|src)="(\/(?:assets|brand)\/[^"]+)"|from\s*'(\.[^']+)'|import\s*'(\.[^']+)'/g

/** Every open page with its headers, and the files that these pages load. */
export async function pageExhibits(
  ask: Asker,
  hosts: Hosts,
  languages: readonly Language[]
): Promise<Exhibit[]> {
  const exhibits: Exhibit[] = []
  const assets = new Set<string>()
  for (const route of publicRoutes(hosts, languages)) {
    const answer = await ask(route)
    const { method = 'GET', path } = route
    exhibits.push(exhibitOf(`${method} ${path}`, answer))
    for (const url of assetsIn(answer.body.toString('utf8'), path)) assets.add(url)
  }
  return [...exhibits, ...(await assetExhibits(ask, hosts.app, assets))]
}

/** Scripts load others: each is looked at once. */
async function assetExhibits(ask: Asker, host: string, urls: Set<string>): Promise<Exhibit[]> {
  const exhibits: Exhibit[] = []
  for (const path of urls) {
    const answer = await ask({ host, path })
    exhibits.push(exhibitOf(`GET ${path}`, answer))
    if (path.endsWith('.js'))
      for (const url of assetsIn(answer.body.toString('utf8'), path)) urls.add(url)
  }
  return exhibits
}

export function exhibitOf(name: string, { status, headers, body }: Answered): Exhibit {
  const lines = Object.entries(headers).map(
    ([key, value]) => `${key}: ${[value].flat().join(', ')}`
  )
  const text = body.toString('utf8')
  return { name: `${name} (${status})`, texts: [lines.join('\n'), text, decoded(text)] }
}

/** The icon of a brand without a picture stands in the page, encoded. */
function decoded(text: string): string {
  return text.replace(/data:image\/svg\+xml,([^"']+)/g, (_, data: string) => {
    try {
      return decodeURIComponent(data)
    } catch {
      return data
    }
  })
}

function assetsIn(text: string, path: string): string[] {
  return [...text.matchAll(ASSET)].map(([, absolute, from, bare]) =>
    absolute ? absolute : new URL(from ?? bare, `http://x${path}`).pathname
  )
}
