/**
 * What a certificate in each language costs, in processor time and in bytes:
 *
 *   npm run bench -- sealing/languages
 *
 * Languages take turns, and every document has other names, addresses, hashes and times, so that only
 * the words of the certificate itself are the same as before. The seal runs in the calling thread.
 */
import { createHash } from 'node:crypto'
import { Piscina } from 'piscina'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Language } from '#app/foundation/phrases/languages'
import { examine } from '#app/sealing/intake/examination'
import type { SealOrder } from '#app/sealing/seal'
import { seal } from '#app/sealing/seal_worker'
import { sealOrder } from '#tests/domain/sealing/sealing_order'
import { textPages } from '#tests/domain/sealing/text_pages'

const ROUNDS = 60
const WARM_UP_ROUNDS = 30

const LETTERS = {
  en: 'abcdefghiklmnoprstuvwy',
  pl: 'abcdeęłńóśźżikoprsty',
  tr: 'abcdeğışçöüiklmnoprs',
  uk: 'абвгґдеєжзиіїйклмнопрстухц',
  ja: '佐藤鈴木高橋田中伊渡辺山本村小林加吉松井',
  zh: '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
} satisfies Partial<Record<Language, string>>

const { canonical } = await examine(await textPages(1), 1)
const languages = Object.keys(LETTERS) as (keyof typeof LETTERS)[]
const costs = new Map(languages.map((language) => [language, { ms: [] as number[], bytes: 0 }]))
for (let round = 0; round < ROUNDS; round++) {
  for (const language of languages) {
    const order = await orderIn(language, round)
    const before = process.cpuUsage()
    const answer = await seal(order)
    const { user, system } = process.cpuUsage(before)
    const cost = costs.get(language)!
    if (round >= WARM_UP_ROUNDS) cost.ms.push((user + system) / 1000)
    cost.bytes = sealedBytes(answer) - canonical.length
  }
}
console.log('          cpu ms   bytes added')
for (const [language, { ms, bytes }] of costs) {
  const median = ms.sort((a, b) => a - b)[ms.length >> 1]!
  console.log(
    `${language.padEnd(8)} ${median.toFixed(1).padStart(7)} ${String(bytes).padStart(13)}`
  )
}

async function orderIn(language: keyof typeof LETTERS, round: number): Promise<SealOrder> {
  const random = numbers(`${language} ${round}`)
  const word = (length: number, letters: string = LETTERS[language]) =>
    Array.from({ length }, () => [...letters][random() % [...letters].length]).join('')
  const order = await sealOrder(canonical, { language })
  const { certificate } = order
  certificate.title = `${word(6)} ${word(4)}`
  certificate.originalSha256 = hash(word(8))
  for (const signer of certificate.signers) {
    signer.name = `${word(5)} ${word(8)}`
    signer.email = `${word(6, LETTERS.en)}@${word(7, LETTERS.en)}.com`
  }
  certificate.entries.forEach((entry, index) => {
    const { name, email } = certificate.signers[index % certificate.signers.length]!
    entry.at = new Date(entry.at.getTime() + round * 86_461_000 + index * 4_321)
    entry.event = Phrasebook.in(language).t('trail_events.document_created')
    entry.actor = `${name} (${email})`
    entry.hash = hash(word(8))
  })
  certificate.chainHead = certificate.entries.at(-1)!.hash
  return order
}

/** The same ones each time it is run. */
function numbers(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest()
  return () => (state = createHash('sha256').update(state).digest()).readUInt32BE()
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

/** Behind what marks the bytes as given away to another thread. */
function sealedBytes(answer: object): number {
  const { result } = Reflect.get(answer, Piscina.valueSymbol) as {
    result: { bytes: Uint8Array }
  }
  return result.bytes.length
}
