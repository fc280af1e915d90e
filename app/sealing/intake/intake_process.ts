/** The process that reads uploads and draws sealed files: it is given no secrets, and killed when it takes too much. */
import { Socket } from 'node:net'
import { examine } from './examination.js'
import { FramedSocket } from './framed_socket.js'
import { SecondEngine } from './second_engine/second_engine.js'
import { checkStamps, type Stamping } from './second_engine/stamp_check.js'
import { warmUpPdf } from './warm_up_pdf.js'
import type { IntakeAnswer, IntakeQuestion } from './intake_child.js'

const SOCKET_FD = 3

// pdf-lib tells the console about each damaged object
console.warn = () => {}

const socket = new Socket({ fd: SOCKET_FD })
socket.on('close', () => process.exit(0))
const frames = new FramedSocket<IntakeQuestion>(socket, (question, bytes) => {
  void answer(question, bytes)
})

for (let round = 0; round < 3; round++) await examine(warmUpPdf, 1)
frames.send({ kind: 'ready' } satisfies IntakeAnswer)

async function answer(question: IntakeQuestion, bytes: Uint8Array) {
  try {
    if (question.kind === 'check') return await check(bytes, question.stamping)
    const { canonical, ...examined } = await examine(bytes, question.maxPages)
    frames.send({ kind: 'examined', ...examined } satisfies IntakeAnswer, canonical)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    frames.send({ kind: 'refused', code: code ?? null, message } satisfies IntakeAnswer)
  }
}

async function check(sealed: Uint8Array, stamping: Stamping) {
  const unclear = checkStamps(await SecondEngine.start(), sealed, stamping)
  frames.send({ kind: 'checked', unclear } satisfies IntakeAnswer)
}
