/**
 * How long a browser takes to check a sealed file by itself, from the choice of the file to the verdict on the screen:
 *
 *   npm run bench -- sealing/offline_verifier
 *
 * Chromium at full speed, and as a phone whose processor is four times slower. The ceiling is what the browser itself takes to read the
 * same file and to hash it once (WebCrypto), in the same run.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { portableRoots } from '#app/sealing/verifier/portable_roots'
import { sealOrder, testAuthority } from '#tests/domain/sealing/sealing_order'
import { textPages } from '#tests/domain/sealing/text_pages'
import { closeBrowser, openWindow } from '#tests/support/chromium'

const PAGES = [1, 10, 200]
const SLOWDOWNS = [1, 4]
const ROUNDS = Number(process.env.ROUNDS ?? 9)

/** From the choice to the verdict that is on the screen. */
const TELL_WHEN_SHOWN = `addEventListener('change', ({ target }) => {
  if (target.type !== 'file') return
  const startedAt = performance.now()
  shown = new Promise((resolve) => {
    const look = () => document.querySelector('.seal-title')
      ? requestAnimationFrame(() => resolve(performance.now() - startedAt))
      : setTimeout(look)
    look()
  })
}, true)`

const OTHER_INPUT = `document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'bare' }))`

const HASH_ONCE = `async () => {
  const startedAt = performance.now()
  await crypto.subtle.digest('SHA-256', await document.querySelector('#bare').files[0].arrayBuffer())
  return performance.now() - startedAt
}`

const folder = await mkdtemp(join(tmpdir(), 'offline-verifier-'))
const built = await readFile('resources/built/offline_verifier.html', 'utf8')
const { certificate } = await testAuthority()
const seals = [{ der: certificate, isTest: true }]
const roots = portableRoots({ seals, timestamps: [], revoked: [] })
const content = JSON.stringify({ at: new Date(), roots })
await writeFile(
  join(folder, 'verifier.html'),
  built.replace('{authorities}', () => content)
)
const intake = new Intake()
const sealer = new Sealer({ maxThreads: 1, intake: { check: async () => [], expect() {} } })

console.log(`the verifier: ${Math.round(Buffer.byteLength(built) / 1024)} kB, one file`)
console.log('pages   kB      processor   verdict ms   bare ms   ratio')
for (const pages of PAGES) {
  const { canonical } = await intake.examine(await textPages(pages))
  const { bytes } = await sealer.seal(await sealOrder(canonical))
  const file = join(folder, `${pages}.pdf`)
  await writeFile(file, bytes)
  for (const slowdown of SLOWDOWNS) {
    const rounds = await measure(file, slowdown)
    const [verdict, bare] = [rounds.map(([all]) => all), rounds.map(([, hash]) => hash)].map(median)
    console.log(
      [
        String(pages).padEnd(7),
        String(Math.round(bytes.length / 1024)).padEnd(7),
        `÷ ${slowdown}`.padEnd(11),
        verdict.toFixed(0).padEnd(12),
        bare.toFixed(1).padEnd(9),
        (verdict / bare).toFixed(0),
      ].join(' ')
    )
  }
}
intake.close()
await sealer.close()
await closeBrowser()
process.exit()

async function measure(file: string, slowdown: number): Promise<[number, number][]> {
  const window = await openWindow({ offline: true })
  const page = await window.newPage()
  const session = await window.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(TELL_WHEN_SHOWN)
  const rounds: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(pathToFileURL(join(folder, 'verifier.html')).href)
    await page.locator('input[type=file]').setInputFiles(file)
    const verdict = Number(await page.evaluate('shown'))
    await page.evaluate(OTHER_INPUT)
    await page.locator('#bare').setInputFiles(file)
    rounds.push([verdict, Number(await page.evaluate(`(${HASH_ONCE})()`))])
  }
  await window.close()
  return rounds
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
