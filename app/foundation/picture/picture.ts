import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PictureRefused from '../errors/picture_refused.js'
import PictureReaderKilled from '../errors/picture_reader_killed.js'
import PicturesBusy from '../errors/pictures_busy.js'
import { ownModule } from '../processes/own_module.js'
import { wasKilled } from '../processes/process_end.js'
import { residentBytes } from '../processes/process_memory.js'
import { Semaphore } from '../semaphore.js'
import type { Fault } from './picture_fault.js'
import { pixelKind } from './picture_kind.js'
import { SHAPES, type PictureShape } from './picture_shape.js'

export interface DrawnPicture {
  /** PNG; of a photograph that was a JPEG, JPEG. */
  bytes: Buffer
  width: number
  height: number
  /** What it is mostly painted in, `#rrggbb`; null for black, white and greys. */
  color: string | null
}

export type PictureAnswer =
  | { kind: 'drawn'; width: number; height: number; color: string | null }
  | { kind: 'refused'; fault: Fault }

const DEADLINE_MS = 15_000
const MAX_CHILDREN = 2
const MAX_WAITING = 20
const HEAP_MIB = 128
/** What the largest picture takes four times over; a small file can ask for more without end. */
const MAX_RESIDENT_BYTES = 512 * 2 ** 20
const WATCH_MS = 25

/** Limits that outlive us: no memory image with a customer's file, and a decoder that never ends does so by itself, by SIGXCPU. */
const LIMITED = 'ulimit -c 0; ulimit -S -t 12; ulimit -H -t 14; exec "$0" "$@"'

/** Apart, so that nobody who tries out logos keeps signers waiting, nor the other way round. */
const children = {
  brand: new Semaphore(MAX_CHILDREN),
  signature: new Semaphore(MAX_CHILDREN),
  attachment: new Semaphore(MAX_CHILDREN),
}

/**
 * Draws a stranger's picture anew, in a process of its own: a few at a time, each with a deadline.
 *
 * @param shape  which names the formats that are taken, by their bytes
 * @throws PictureRefused, E_PICTURES_BUSY and E_PICTURE_READER_KILLED (503)
 */
export async function drawAnew(bytes: Uint8Array, shape: PictureShape): Promise<DrawnPicture> {
  const { kinds, maxBytes } = SHAPES[shape]
  if (bytes.length > maxBytes) throw new PictureRefused('too_large')
  // what can be told by a few bytes costs no process
  const kind = pixelKind(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!kinds.includes(kind ?? 'svg')) throw new PictureRefused('unknown_kind')
  const answer = await inTurn(shape, () => ask(bytes, shape))
  const end = answer.indexOf('\n')
  if (end === -1) throw new PictureRefused('unreadable')
  const head = JSON.parse(answer.toString('utf8', 0, end)) as PictureAnswer
  if (head.kind === 'refused') throw new PictureRefused(head.fault)
  const { width, height, color } = head
  return { bytes: answer.subarray(end + 1), width, height, color }
}

function inTurn<T>(shape: PictureShape, work: () => Promise<T>): Promise<T> {
  const own = shape === 'signature' || shape === 'attachment' ? children[shape] : children.brand
  if (own.waiting >= MAX_WAITING) throw new PicturesBusy()
  return own.run(work)
}

/** @returns what it wrote until it ended, by itself or by one of our limits */
async function ask(bytes: Uint8Array, shape: PictureShape): Promise<Buffer> {
  const child = spawn('/bin/sh', ['-c', LIMITED, process.execPath, ...program(), shape], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
  })
  let isBreached = false
  const kill = () => {
    isBreached = true
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(kill, DEADLINE_MS)
  const watch = setInterval(() => {
    const resident = child.pid ? residentBytes(child.pid) : null
    if (resident !== null && resident > MAX_RESIDENT_BYTES) kill()
  }, WATCH_MS)
  child.stdin.on('error', () => {}) // one that is killed reads no more, and its answer tells
  child.stdin.end(bytes)
  try {
    const [written, [, signal]] = await Promise.all([buffer(child.stdout), once(child, 'exit')])
    if (!isBreached && wasKilled(signal)) throw new PictureReaderKilled(signal)
    return written
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
  }
}

function program(): string[] {
  const { url, execArgv } = ownModule('./picture_process', import.meta.url)
  return [...execArgv, `--max-old-space-size=${HEAP_MIB}`, fileURLToPath(url)]
}
