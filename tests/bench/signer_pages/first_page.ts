/**
 * How soon a signer on a slow phone can read the first of fifty pages:
 *
 *   npm run bench -- signer_pages/first_page
 *
 * Chromium as a phone whose processor is four times slower, behind a line of 1.6 Mbit/s with 150 ms to the server and back, with
 * nothing in its cache. The ceiling is a page that has no more than its layout, on the same line in the same run.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { BrowserContext } from 'playwright-core'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { startApplication } from '../support/bench_application.js'

const PAGES = 50
const LINES = 46
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWDOWN = 4
const WORDS =
  'The parties agree that whatever is written on this page binds both of them until the end.'

/** The picture of a page that is on the screen has come, or the page was drawn; a page without any is readable when it is there. */
const TELL_WHEN_READABLE = `isReadable = new Promise((resolve) => {
  const look = () => {
    const page = document.querySelector('pdf-page')
    const picture = page?.querySelector('img')
    const isThere = page ? page.hasAttribute('data-drawn') || (picture?.complete && picture.naturalWidth > 0) : document.readyState === 'complete'
    if (isThere) requestAnimationFrame(() => resolve(performance.now()))
    else requestAnimationFrame(look)
  }
  look()
})`

await startApplication()
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { AcceptedPdf } = await import('#app/documents/files/accepted_pdf')
const { Draft } = await import('#app/documents/drafts/draft')
const { ANA, BEN, OLGA } = await import('#tests/factories/document_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { addressOf, closeBrowser, openWindow, PHONE } = await import('#tests/support/chromium')
const { SigningLink } = await import('#tests/support/signing_link')

const web = fork(new URL('./web_process.ts', import.meta.url), {
  execArgv: ['--import=@poppinss/ts-exec'],
  env: { ...process.env, ...WITHHELD_FROM_WEB, NODE_ENV: 'production', LOG_LEVEL: 'error' },
})
process.once('exit', () => web.kill())
await once(web, 'message')

const tenant = await makeTenant()
const field = { type: 'signature' as const, page: PAGES, x: 60, y: 200, width: 180, height: 50 }
const signers = [{ ...ANA, fields: [field] }, BEN]
const upload = await AcceptedPdf.accept(await contract(), 'contract.pdf')
const document = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
  Draft.create({ title: 'Lease', signers, by: OLGA }, upload, { send: true })
)
const link = await SigningLink.of(tenant, document)
await link.consent()

await load(link.path) // what is made once for all signers is there from now on
const pages = { 'signing page': link.path, 'bare: a page': '/bare/page' }
const seen = new Map<string, Loading[]>(Object.keys(pages).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++)
  for (const [name, path] of Object.entries(pages)) seen.get(name)!.push(await load(path))

for (const [name, loadings] of seen) {
  const of = (key: keyof Loading) => {
    const sorted = loadings.map((one) => one[key]).sort((a, b) => a - b)
    return Math.round(sorted[Math.floor(sorted.length / 2)]!)
  }
  console.log(
    [
      name.padEnd(14),
      `first paint ${of('paintedMs')} ms`,
      `page to read ${of('readableMs')} ms after ${of('requests')} requests, ${of('kB')} kB, ${of('scriptKb')} kB of it script`,
      `all there ${of('doneMs')} ms, ${of('allKb')} kB`,
    ].join('  ')
  )
}
await closeBrowser()
process.exit()

interface Loading {
  paintedMs: number
  readableMs: number
  requests: number
  kB: number
  scriptKb: number
  doneMs: number
  allKb: number
}

/** In a browser that has never been here. */
async function load(path: string): Promise<Loading> {
  const phone = await openWindow({ viewport: PHONE, isMobile: true, deviceScaleFactor: 3 })
  try {
    return await timed(phone, path)
  } finally {
    await phone.close()
  }
}

async function timed(phone: BrowserContext, path: string): Promise<Loading> {
  const page = await phone.newPage()
  const line = await phone.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', LINE)
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(TELL_WHEN_READABLE)
  const types = new Map<string, string>()
  const came: { at: number; bytes: number; isScript: boolean }[] = []
  line.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
    came.push({ at: performance.now(), bytes, isScript: types.get(requestId) === 'Script' })
  )
  const startedAt = performance.now()
  await page.goto(addressOf(link.host, path), { waitUntil: 'commit' })
  const readableMs = await page.evaluate<number>('isReadable')
  const readableAt = performance.now()
  await page.waitForLoadState('networkidle')
  const paintedMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`
  )
  const before = came.filter(({ at }) => at <= readableAt)
  return {
    paintedMs,
    readableMs,
    requests: before.length,
    kB: kB(before),
    scriptKb: kB(before.filter(({ isScript }) => isScript)),
    doneMs: Math.max(...came.map(({ at }) => at)) - startedAt,
    allKb: kB(came),
  }
}

function kB(came: { bytes: number }[]): number {
  return came.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

async function contract(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let at = 1; at <= PAGES; at++) {
    const page = pdf.addPage([595, 842])
    for (let line = 0; line < LINES; line++) {
      const text = `${at}.${line + 1} ${WORDS}`
      page.drawText(text, { x: 60, y: 780 - line * 15, size: 11, font })
    }
  }
  return pdf.save()
}
