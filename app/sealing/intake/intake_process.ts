/** The process that reads uploads and draws sealed files: it is given no secrets, and killed when it takes too much. */
import { Socket } from 'node:net'
import { releaseStartGarbage } from '#app/foundation/processes/start_garbage'
import { warmUpRounds } from '#app/foundation/processes/warm_up_rounds'
import { examine } from './examination.js'
import { FramedSocket } from './framed_socket.js'
import { join } from './joined_files.js'
import { SecondEngine } from './second_engine/second_engine.js'
import { foundTexts, type SoughtText } from './second_engine/found_texts.js'
import { textTags } from './second_engine/text_tags.js'
import { checkStamps, type Stamping } from './second_engine/stamp_check.js'
import { attachedTrail } from '../verifier/attached_trail.js'
import { trustedRoots, type PortableRoots } from '../verifier/portable_roots.js'
import { examineFile } from '../verifier/seal_examiner.js'
import { warmUpPdf } from './warm_up_pdf.js'
import type { IntakeAnswer, IntakeQuestion } from './intake_messages.js'

const SOCKET_FD = 3
const ROUNDS = warmUpRounds(3)

// pdf-lib tells the console about each damaged object
console.warn = () => {}

// Ctrl-C and many supervisors tell a whole group to end: who started this finishes its requests first, and closes the socket then
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})

const socket = new Socket({ fd: SOCKET_FD })
socket.on('close', () => process.exit(0))
const frames = new FramedSocket<IntakeQuestion>(socket, (question, bytes) => {
  void answer(question, bytes)
})

for (let round = 0; round < ROUNDS; round++) await examine(warmUpPdf, 1)
releaseStartGarbage()
frames.send({ kind: 'ready' } satisfies IntakeAnswer)

async function answer(question: IntakeQuestion, bytes: Uint8Array) {
  try {
    if (question.kind === 'check') return await check(bytes, question.stamping)
    if (question.kind === 'verify') return verify(bytes, question.roots)
    if (question.kind === 'tags') return await tags(bytes)
    if (question.kind === 'find') return await find(bytes, question.sought)
    if (question.kind === 'picture') return await picture(bytes, question.page)
    const { canonical, ...examined } =
      question.kind === 'join'
        ? await join(cut(bytes, question.lengths), question.maxPages)
        : await examine(bytes, question.maxPages)
    frames.send({ kind: 'examined', ...examined } satisfies IntakeAnswer, canonical)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    frames.send({ kind: 'refused', code: code ?? null, message } satisfies IntakeAnswer)
  }
}

/** Files that came behind one another. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  let end = 0
  return lengths.map((length) => bytes.slice(end, (end += length)))
}

function verify(bytes: Uint8Array, roots: PortableRoots) {
  const report = examineFile(bytes, trustedRoots(roots))
  const trail = attachedTrail(bytes, report)
  const verified = { kind: 'verified', report, hasTrail: trail !== null } satisfies IntakeAnswer
  frames.send(verified, trail ?? undefined)
}

async function tags(canonical: Uint8Array) {
  const found = textTags(await SecondEngine.start(), canonical)
  frames.send({ kind: 'tagged', tags: found } satisfies IntakeAnswer)
}

async function find(canonical: Uint8Array, sought: readonly SoughtText[]) {
  const found = foundTexts(await SecondEngine.start(), canonical, sought)
  frames.send({ kind: 'found', found } satisfies IntakeAnswer)
}

async function picture(canonical: Uint8Array, page: number) {
  // loaded by those processes alone that draw for signers
  const { pagePicture } = await import('./second_engine/page_picture.js')
  const webp = await pagePicture(await SecondEngine.start(), canonical, page)
  frames.send({ kind: 'drawn' } satisfies IntakeAnswer, webp)
}

async function check(sealed: Uint8Array, stamping: Stamping) {
  const unclear = checkStamps(await SecondEngine.start(), sealed, stamping)
  frames.send({ kind: 'checked', unclear } satisfies IntakeAnswer)
}
