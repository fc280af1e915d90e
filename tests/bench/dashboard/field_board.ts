/**
 * The field editor with 500 pages and 500 fields, which are the most that a document may have, in Chromium:
 *
 *   npm run bench -- dashboard/field_board
 *
 * Frames come from a trace of Chromium. Beside each figure stands the ceiling of the same run: an empty page on which one
 * element follows the same pointer, with its button pressed as well. Processor time is that of the page's main thread, so that it
 * does not depend on what else the machine does. The pointer is moved by the protocol itself: Playwright asks all frames about
 * dragging before and after each move of a pressed button, and frames then wait for its questions.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { startApplication } from '../support/bench_application.js'

const PAGES = 500
const FIELDS = PAGES
const MOVES = 240
const FRAME_MS = 1000 / 60

await startApplication()
const { AcceptedPdf } = await import('#app/documents/files/accepted_pdf')
const { Draft } = await import('#app/documents/drafts/draft')
const { ANA, BEN, OLGA } = await import('#tests/factories/document_factory')
const { makePdf } = await import('#tests/factories/pdf_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { closeBrowser } = await import('#tests/support/chromium')
const { inLive } = await import('#tests/support/dashboard_visitor')
const { DashboardWindow } = await import('#tests/support/dashboard_window')
const { until } = await import('#tests/support/until')

const web = fork(new URL('../signer_pages/web_process.ts', import.meta.url), {
  execArgv: ['--import=@poppinss/ts-exec'],
  env: { ...process.env, ...WITHHELD_FROM_WEB, NODE_ENV: 'production', LOG_LEVEL: 'error' },
})
process.once('exit', () => web.kill())
await once(web, 'message')

const tenant = await makeTenant()
const upload = await AcceptedPdf.accept(await makePdf({ pages: PAGES }), 'lease.pdf')
const field = { type: 'signature' as const, page: 1, x: 60, y: 200, width: 180, height: 50 }
const signers = [ANA, BEN].map(({ name, email }, at) => {
  return { name, email, fields: at === 0 ? [field] : [] }
})
const draft = await inLive(tenant, () =>
  Draft.create({ title: 'Lease', signers, by: OLGA }, upload, { send: false })
)

const olga = await DashboardWindow.of(tenant)
const { page } = olga
const scripts = new Map<string, Promise<Buffer>>()
page.on('response', (response) => {
  if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
})
const openedAt = performance.now()
await olga.go(`/documents/${draft.id}/edit`)
await page.locator('pdf-page[data-drawn]').first().waitFor()
console.log(`time to the first page:      ${Math.round(performance.now() - openedAt)} ms`)

const bytes = { own: 0, pdfjs: 0 }
for (const [url, body] of scripts)
  bytes[url.includes('/pdfjs-dist/') ? 'pdfjs' : 'own'] += gzipSync(await body).length
console.log(
  `script, compressed:          ${kB(bytes.own)} without pdf.js, ${kB(bytes.own + bytes.pdfjs)} with it`
)

await page.locator('.board-pages').focus()
await page.keyboard.press('Control+a')
await page.getByRole('button', { name: 'Copy to all pages' }).click()
const placed = page.locator('input[name=fields]')
await until(async () => JSON.parse(await placed.inputValue()).length === FIELDS)
console.log(`elements of ${FIELDS} fields:    ${await page.locator('placed-field').count()}`)

const ceiling = await olga.window.newPage()
await ceiling.setContent(`<div style="position:absolute;width:180px;height:50px;background:#ccc"></div>
  <script>addEventListener('pointermove', ({ clientX, clientY }) => {
    document.querySelector('div').style.translate = clientX + 'px ' + clientY + 'px' })</script>`)
await ceiling.mouse.move(400, 400)
await ceiling.mouse.down()
await report('an empty page, the ceiling', ceiling, [400, 400])
await ceiling.close()

await page.bringToFront()
const first = page.locator('placed-field .placed-field-handle').first()
await page.keyboard.press('Escape')
await first.click()
await dragged('dragging one field')
await page.locator('.board-pages').focus()
await page.keyboard.press('Control+a')
await dragged(`dragging all ${FIELDS}`)
console.log(`JavaScript heap:             ${(await heapOf(page)).toFixed(1)} MB`)
await olga.close()
await closeBrowser()
process.exit()

async function dragged(name: string): Promise<void> {
  const box = await first.boundingBox()
  if (!box) throw new Error('The field has no place on the screen')
  const from: [number, number] = [box.x + 60, box.y + 20]
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(from[0] + 10, from[1] + 10)
  await report(name, page, from)
  await page.mouse.up()
}

async function report(name: string, on: Page, [x, y]: [number, number]): Promise<void> {
  const events = await traced(on, (session) => circle(session, [x, y]))
  const moves = events.filter(({ name: event, args }) => {
    return event === 'EventDispatch' && args?.data?.type === 'pointermove'
  })
  const seconds = (moves[moves.length - 1].ts - moves[0].ts) / 1e6
  const drawn = events.filter(({ name: event }) => event === 'DrawFrame').length
  const dropped = events.filter(({ name: event }) => event === 'DroppedFrame').length
  const tasks = events.filter(({ name: event }) => event === 'RunTask' || event.endsWith('RunTask'))
  const longest = Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000
  const of = (...names: string[]) =>
    events
      .filter(({ name: event }) => names.includes(event))
      .reduce((sum, { tdur = 0 }) => sum + tdur, 0) /
    1000 /
    moves.length
  console.log(
    [
      name.padEnd(28),
      `${(drawn / seconds).toFixed(1).padStart(5)} frames/s`,
      `${((dropped / (drawn + dropped || 1)) * 100).toFixed(0).padStart(3)} % dropped`,
      `per move ${of('FunctionCall', 'FireAnimationFrame').toFixed(2)} ms script`,
      `${of('UpdateLayoutTree', 'Layout').toFixed(2)} ms layout`,
      `longest task ${longest.toFixed(1)} ms CPU`,
    ].join('  ')
  )
}

/** Moves a pressed pointer in circles for a while, once a frame, whether or not the page has followed. */
async function circle(session: CDPSession, [x, y]: [number, number]): Promise<void> {
  const began = performance.now()
  const sent: Promise<unknown>[] = []
  for (let move = 0; move < MOVES; move++) {
    const [dx, dy] = [Math.sin(move / 15) * 80, Math.cos(move / 15) * 60]
    const place = { x: x + dx, y: y + dy, button: 'left', buttons: 1 } as const
    sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place }))
    await pause(Math.max(began + (move + 1) * FRAME_MS - performance.now(), 0))
  }
  await Promise.all(sent)
}

interface TraceEvent {
  name: string
  ts: number
  /** Processor time, in microseconds. */
  tdur?: number
  args?: { data?: { type?: string } }
}

async function traced(
  on: Page,
  work: (session: CDPSession) => Promise<void>
): Promise<TraceEvent[]> {
  const session = await on.context().newCDPSession(on)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[]))
  )
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  const includedCategories = [
    'devtools.timeline',
    'disabled-by-default-devtools.timeline.frame',
    'toplevel',
  ]
  includedCategories.push('devtools.timeline.frame')
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  })
  await work(session)
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events
}

async function heapOf(on: Page): Promise<number> {
  const session = await on.context().newCDPSession(on)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

function kB(size: number): string {
  return `${(size / 1000).toFixed(1)} kB`
}
