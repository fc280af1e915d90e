/** The process that reads uploads: it is given no secrets, and killed when it takes too much. */
import { Socket } from 'node:net'
import { examine } from './examination.js'
import { FramedSocket } from './framed_socket.js'
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

async function answer({ maxPages }: IntakeQuestion, bytes: Uint8Array) {
  try {
    const { canonical, ...examined } = await examine(bytes, maxPages)
    frames.send({ kind: 'examined', ...examined } satisfies IntakeAnswer, canonical)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    frames.send({ kind: 'refused', code: code ?? null, message } satisfies IntakeAnswer)
  }
}
