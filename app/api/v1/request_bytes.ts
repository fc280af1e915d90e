import type { HttpRequest } from '@adonisjs/core/http'
import BodyTooLarge from './errors/body_too_large.js'
import BodyCutOff from './errors/body_cut_off.js'

/**
 * The body of a request in memory; nothing of it ever touches a disk.
 *
 * @throws E_BODY_TOO_LARGE as soon as it is known, from the length that was announced or from what has come
 */
export async function requestBytes({ request }: HttpRequest, limit: number): Promise<Buffer> {
  assertAnnounced(request.headers['content-length'], limit)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new BodyCutOff(undefined, { cause: error })
  }
  if (length > limit) throw new BodyTooLarge(limit)
  return Buffer.concat(chunks, length)
}

export function assertAnnounced(contentLength: string | undefined, limit: number): void {
  if (Number(contentLength ?? 0) > limit) throw new BodyTooLarge(limit)
}
