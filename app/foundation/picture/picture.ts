import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PictureRefused from '../errors/picture_refused.js'
import type { Fault } from './picture_fault.js'

/** A logo keeps its shape within its room; an icon is a square. */
export type PictureShape = 'logo' | 'icon'

export interface DrawnPicture {
  png: Buffer
  width: number
  height: number
}

export type PictureAnswer =
  { kind: 'drawn'; width: number; height: number } | { kind: 'refused'; fault: Fault }

export const MAX_PICTURE_BYTES = 2 * 1024 * 1024
const DEADLINE_MS = 15_000
const HEAP_MIB = 128

/** Limits that outlive us: no memory image with a customer's file, and a decoder that never ends does so by itself. */
const LIMITED = 'ulimit -c 0; ulimit -t 12; exec "$0" "$@"'

/**
 * Draws a stranger's picture (PNG, JPEG, WebP, SVG) anew as PNG, in a process of its own.
 *
 * @throws E_PICTURE_REFUSED
 */
export async function drawAnew(bytes: Uint8Array, shape: PictureShape): Promise<DrawnPicture> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new PictureRefused('too_large')
  const answer = await ask(bytes, shape)
  const end = answer.indexOf('\n')
  if (end === -1) throw new PictureRefused('unreadable')
  const head = JSON.parse(answer.toString('utf8', 0, end)) as PictureAnswer
  if (head.kind === 'refused') throw new PictureRefused(head.fault)
  const { width, height } = head
  return { png: answer.subarray(end + 1), width, height }
}

/** @returns what it wrote until it ended, however that came about */
async function ask(bytes: Uint8Array, shape: PictureShape): Promise<Buffer> {
  const child = spawn('/bin/sh', ['-c', LIMITED, process.execPath, ...program(), shape], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
  child.stdin.on('error', () => {}) // one that is killed reads no more, and its answer tells
  child.stdin.end(bytes)
  try {
    return await buffer(child.stdout)
  } finally {
    clearTimeout(timer)
  }
}

/** From source in development and tests, where Node needs the TypeScript loader, and compiled in production. */
function program(): string[] {
  const isSource = import.meta.url.endsWith('.ts')
  const file = new URL(`./picture_process.${isSource ? 'ts' : 'js'}`, import.meta.url)
  const loader = isSource ? [`--import=${import.meta.resolve('@poppinss/ts-exec')}`] : []
  return [...loader, `--max-old-space-size=${HEAP_MIB}`, fileURLToPath(file)]
}
