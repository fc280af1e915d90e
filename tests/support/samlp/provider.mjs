/**
 * An identity provider that nobody here wrote: npm's samlp, in a process of its own. Each path below the root is one. Whom it trusts and what it sends is
 * told by PUT /<name> with JSON; everybody who comes is logged in as Alice.
 */
import { randomUUID, createPublicKey } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import samlp from 'samlp'

const SessionParticipants = createRequire(import.meta.url)('samlp/lib/sessionParticipants')

const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const ALICE = {
  id: 'alice@corp.example',
  emails: [{ value: 'alice@corp.example' }],
  displayName: 'Alice Łąka',
  name: { familyName: 'Łąka', givenName: 'Alice' },
}

const providers = new Map()
const sessions = new Map()

const server = createServer(async (req, res) => {
  const url = new URL(req.url, `http://${req.headers.host}`)
  const [, name, path] = url.pathname.split('/')
  const body = await text(req)
  if (req.method === 'PUT') {
    providers.set(name, { participants: [], ...providers.get(name), ...JSON.parse(body) })
    return res.end()
  }
  const provider = providers.get(name)
  Object.assign(req, {
    query: Object.fromEntries(url.searchParams),
    body: Object.fromEntries(new URLSearchParams(body)),
    session: sessionOf(req, res),
    originalUrl: req.url,
  })
  Object.assign(res, {
    set: res.setHeader,
    send: (content) => {
      if (typeof content === 'number') res.statusCode = content
      res.end(typeof content === 'number' ? '' : content)
    },
    redirect: (location) => res.writeHead(302, { location }).end(),
  })
  const failed = (error) => res.writeHead(500).end(String(error?.stack ?? error))
  try {
    if (path === 'sso') logIn(provider)(req, res, failed)
    else if (path === 'slo') logOut(provider)(req, res, failed)
    else res.writeHead(404).end()
  } catch (error) {
    failed(error)
  }
})

server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))

function common({ entityId, certificate, privateKey }) {
  return {
    issuer: entityId,
    cert: certificate,
    key: privateKey,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
  }
}

function logIn(provider) {
  const { sp, signResponse, encrypt } = provider
  const sessionIndex = randomUUID()
  provider.participants = [
    ...provider.participants,
    {
      serviceProviderId: sp.entityId,
      nameId: ALICE.id,
      nameIdFormat: EMAIL,
      sessionIndex,
      serviceProviderLogoutURL: sp.slo,
      cert: sp.certificate,
      binding: REDIRECT,
    },
  ]
  return samlp.auth({
    ...common(provider),
    ...(encrypt && {
      encryptionCert: sp.certificate,
      encryptionPublicKey: createPublicKey(sp.certificate).export({ type: 'spki', format: 'pem' }),
      encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    }),
    signResponse,
    sessionIndex,
    audience: sp.entityId,
    recipient: sp.acs,
    destination: sp.acs,
    lifetimeInSeconds: 300,
    nameIdentifierFormat: EMAIL,
    nameIdentifierProbes: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
    authnContextClassRef: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    // so that it verifies what we ask
    signingCert: sp.certificate,
    getUserFromRequest: () => ALICE,
    getPostURL: (_audience, _dom, _req, callback) => callback(null, sp.acs),
  })
}

function logOut(provider) {
  const participants = new SessionParticipants(provider.participants)
  return samlp.logout({
    ...common(provider),
    deflate: true,
    protocolBinding: REDIRECT,
    sessionParticipants: participants,
    destination: provider.sp.slo,
    clearIdPSession: (callback) => {
      provider.participants = []
      callback()
    },
  })
}

function sessionOf(req, res) {
  const [, known] = /(?:^|; )idp=([\w-]+)/.exec(req.headers.cookie ?? '') ?? []
  const id = known ?? randomUUID()
  if (!known) res.setHeader('set-cookie', `idp=${id}; Path=/`)
  if (!sessions.has(id)) sessions.set(id, {})
  return sessions.get(id)
}

async function text(req) {
  let content = ''
  for await (const chunk of req) content += chunk
  return content
}
