import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { contractPdf } from './contract.js'
import { Sales, ROLES } from './sales.js'
import { readForm } from './form.js'
import { formPage, listPage, nothingHerePage, transactionPage } from './pages.js'
import { Service } from './service.js'
import { settings as read } from './settings.js'
import { Store } from './store.js'
import { isGenuine } from './webhook.js'

const MAX_BODY_BYTES = 256 * 1024
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const FILES = { '/style.css': 'text/css', '/live.js': 'text/javascript' }

const settings = read()
const store = new Store(settings.database)
const sales = new Sales({ settings, store, service: new Service(settings) })

const ROUTES = [
  ['GET', /^\/$/, ({ response }) => page(response, listPage(store.all()))],
  ['GET', /^\/new$/, ({ response }) => page(response, formPage({ isSandbox: settings.isSandbox }))],
  ['POST', /^\/transactions$/, begin],
  ['GET', /^\/transactions\/([^/]+)$/, show],
  ['GET', /^\/transactions\/([^/]+)\/contract\.pdf$/, sealed],
  ['GET', /^\/contracts\/([0-9a-f]{48})\.pdf$/, contract],
  ['POST', /^\/webhooks$/, receive],
  ['GET', /^\/live$/, follow],
  ['GET', /^\/(style\.css|live\.js)$/, file],
]

async function begin({ request, response }) {
  // another site's page must not start transactions from a visitor's browser
  if (!['same-origin', undefined].includes(request.headers['sec-fetch-site']))
    return answer(response, 403, 'Forbidden')
  const form = readForm(new URLSearchParams(String(await bodyOf(request))))
  if (form.isFaulty) return page(response, formPage({ isSandbox: settings.isSandbox, form }), 422)
  const id = sales.start(form.values)
  response.writeHead(303, { location: `/transactions/${id}` }).end()
}

function show({ response, match }) {
  const transaction = store.find(match[1])
  return transaction ? page(response, transactionPage(transaction)) : nothingHere(response)
}

function sealed({ response, match }) {
  const pdf = store.sealed(match[1])
  if (!pdf) return nothingHere(response)
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="contract-of-sale-signed.pdf"',
  }
  response.writeHead(200, headers).end(pdf)
}

/** For the service, which fetches it when we send. */
async function contract({ response, match }) {
  const transaction = store.ofContract(match[1])
  if (!transaction) return nothingHere(response)
  response
    .writeHead(200, { 'content-type': 'application/pdf' })
    .end(await contractPdf(transaction, ROLES))
}

/** Written down before it is answered: what we have answered with 204 is not sent again. */
async function receive({ request, response }) {
  const body = await bodyOf(request)
  if (!isGenuine({ headers: request.headers, body, secret: settings.secret }))
    return answer(response, 401, 'Invalid signature')
  sales.receive(JSON.parse(body), 'webhook')
  response.writeHead(204).end()
}

/** Server-sent events: a page hears that something has changed, and fetches itself. */
function follow({ request, response }) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 1000\n\n')
  const tell = () => response.write('data: changed\n\n')
  sales.on('changed', tell)
  request.on('close', () => sales.off('changed', tell))
}

function file({ response, match }) {
  const name = `/${match[1]}`
  response
    .writeHead(200, { 'content-type': FILES[name] })
    .end(readFileSync(new URL(`public${name}`, import.meta.url)))
}

function page(response, html, status = 200) {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  response.writeHead(status, headers).end(html)
}

function nothingHere(response) {
  return page(response, nothingHerePage(), 404)
}

function answer(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

async function bodyOf(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const path = request.url.split('?')[0]
  for (const [method, pattern, act] of ROUTES) {
    const match = pattern.exec(path)
    if (!match || (request.method !== method && request.method !== (method === 'GET' && 'HEAD')))
      continue
    try {
      return await act({ request, response, match })
    } catch (error) {
      console.error(error)
      if (!response.headersSent) answer(response, 500, 'Something went wrong')
      return response.end()
    }
  }
  nothingHere(response)
})

// first what was missed, then what comes
const isCaughtUp = await sales.catchUp().then(
  () => true,
  (error) => console.error(`Catching up: ${error.message}`)
)
server.listen(settings.port, settings.host, () => {
  console.log(`Transactions at http://${settings.host}:${settings.port}`)
  if (!isCaughtUp) sales.persist('catch up', () => sales.catchUp())
  sales.resume()
})

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    process.exit(0)
  })
