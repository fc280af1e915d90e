/** The process that decodes pictures which strangers made: it is given no secrets, reads one, writes it anew, and ends. */
import { buffer } from 'node:stream/consumers'
import { redraw } from './redrawing.js'
import type { PictureAnswer } from './picture.js'
import type { PictureShape } from './picture_shape.js'

const shape = process.argv[2] as PictureShape

try {
  const { bytes, ...facts } = await redraw(await buffer(process.stdin), shape)
  answer({ kind: 'drawn', ...facts }, bytes)
} catch (error) {
  const { fault } = error as { fault?: PictureAnswer & { kind: 'refused' } }
  answer(fault ?? { kind: 'refused', fault: 'unreadable' })
}

function answer(head: PictureAnswer, body: Buffer = Buffer.alloc(0)) {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]))
}
