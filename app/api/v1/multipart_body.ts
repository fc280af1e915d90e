import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import BodyTooLarge from './errors/body_too_large.js'
import MalformedMultipart from './errors/malformed_multipart.js'
import { assertAnnounced } from './request_bytes.js'
import type { JsonObject } from './json_body.js'

export const MULTIPART_TYPE = 'multipart/form-data'

export interface ReceivedFile {
  /** The name of its field in the form. */
  field: string
  name: string
  bytes: Buffer
}

export interface MultipartBody {
  fields: JsonObject
  files: ReceivedFile[]
}

/** Room for the other fields and the boundaries around the file. */
const FIELD_BYTES = 2 * 1024 * 1024

/**
 * A form with files, which stay in memory.
 *
 * @param maxFileBytes  of all files together
 * @throws E_BODY_TOO_LARGE, E_MALFORMED_MULTIPART
 */
export async function multipartBody(
  ctx: HttpContext,
  maxFileBytes: number
): Promise<MultipartBody> {
  const { request } = ctx
  assertAnnounced(request.header('content-length'), maxFileBytes + FIELD_BYTES)
  const reader = await ctx.containerResolver.make(BodyParserMiddleware)
  await reader.handle(ctx, async () => {})
  const files: ReceivedFile[] = []
  const room = { left: maxFileBytes }
  request.multipart.onFile('*', { deferValidations: true }, async (part) => {
    const file = await collect(part, room)
    if (file) files.push({ field: part.name, name: part.filename ?? '', bytes: file })
    else request.multipart.abort(new BodyTooLarge(maxFileBytes))
    return {}
  })
  await process(ctx, maxFileBytes)
  return { fields: withoutFiles(request.body(), files), files }
}

async function process({ request }: HttpContext, maxFileBytes: number): Promise<void> {
  try {
    await request.multipart.process()
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    if (statusOf(error) === 413) throw new BodyTooLarge(maxFileBytes + FIELD_BYTES)
    throw new MalformedMultipart('its parts do not fit its boundary')
  }
}

/** Null when there is no room for it. */
async function collect(part: Readable, room: { left: number }): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  for await (const chunk of part as AsyncIterable<Buffer>) {
    room.left -= chunk.length
    if (room.left < 0) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function withoutFiles(body: JsonObject, files: readonly ReceivedFile[]): JsonObject {
  const names = new Set(files.map(({ field }) => field))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined
}
