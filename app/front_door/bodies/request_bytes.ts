import type { HttpRequest } from '@adonisjs/core/http'
import type { Refusal } from '#app/foundation/refusal'
import BodyCutOff from '../errors/body_cut_off.js'
import BodyTooLarge from '../errors/body_too_large.js'

/**
 * The body of a request in memory; nothing of it ever touches a disk.
 *
 * @param tooLarge  thrown as soon as it is known, from the length that was announced or from what has come
 * @param withinMs  how long it may take to come
 * @throws BodyCutOff
 */
export async function requestBytes(
  { request }: HttpRequest,
  limit: number,
  tooLarge: Refusal = new BodyTooLarge(limit),
  withinMs?: number
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge
  const chunks: Buffer[] = []
  let length = 0
  const late = withinMs === undefined ? undefined : setTimeout(() => request.destroy(), withinMs)
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new BodyCutOff(undefined, { cause: error })
  } finally {
    clearTimeout(late)
  }
  if (length > limit) throw tooLarge
  return Buffer.concat(chunks, length)
}
