import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { byteRange, type ByteRange } from './byte_range.js'
import { contentDisposition } from './content_disposition.js'
import { hasCurrent } from './entity_tag.js'

/** A file that a browser may get whole or in ranges. */
export interface RangedFile {
  /** As in Content-Type. */
  type: string
  sha256: string
  /** In bytes; where it is null, the file has to be read to know it. */
  length: number | null
  name: string
  read(): Promise<Buffer>
  /** From `start` up to, not including, `end`, of a file of this length. */
  readRange(start: number, end: number, length: number): Promise<Buffer>
}

interface Sending {
  shown: 'attachment' | 'inline'
  /** Before an answer that holds the first byte leaves; HEAD is none. */
  onFirstByte?: () => Promise<void>
}

/** @throws RangeNotSatisfiable, and what reading the file throws */
export async function sendRangedFile(
  ctx: HttpContext,
  file: RangedFile,
  { shown, onFirstByte }: Sending
): Promise<void> {
  // the bytes of a hash never change, so clients may cache them for good
  if (hasCurrent(ctx, `"${file.sha256}"`)) return notModified(ctx, file)
  const whole = file.length === null ? await file.read() : null
  const size = file.length ?? whole?.length ?? 0
  const range = rangeAsked(ctx, file, size)
  const { start, end } = range ?? { start: 0, end: size }
  if (ctx.request.method() === 'HEAD') {
    head(ctx, file, { shown, range, size })
    return ctx.response.stream(Readable.from([])) // an empty body would lose its Content-Length
  }
  const bytes = whole?.subarray(start, end) ?? (await file.readRange(start, end, size))
  if (start === 0) await onFirstByte?.()
  head(ctx, file, { shown, range, size }) // only now: an error page must not inherit the length of a file
  return ctx.response.send(bytes)
}

function notModified({ response }: HttpContext, { sha256 }: RangedFile): void {
  response.header('ETag', `"${sha256}"`).status(304).send(null)
}

/** With an If-Range of other bytes than these the whole is sent (RFC 9110, 13.1.5). */
function rangeAsked({ request }: HttpContext, { sha256 }: RangedFile, size: number) {
  const condition = request.header('if-range')
  const isCurrent = condition === undefined || condition === `"${sha256}"`
  return isCurrent ? byteRange(request.header('range'), size) : null
}

function head(
  { response }: HttpContext,
  { sha256, type, name }: RangedFile,
  { shown, range, size }: { shown: Sending['shown']; range: ByteRange | null; size: number }
): void {
  const { start, end } = range ?? { start: 0, end: size }
  response.status(range ? 206 : 200)
  response.header('ETag', `"${sha256}"`).header('Accept-Ranges', 'bytes')
  response.header('Content-Type', type).header('Content-Length', end - start)
  response.header('Content-Disposition', contentDisposition(shown, name))
  if (range) response.header('Content-Range', `bytes ${start}-${end - 1}/${size}`)
}
