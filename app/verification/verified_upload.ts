import type { HttpRequest } from '@adonisjs/core/http'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { MINUTE_MS } from '#app/foundation/duration'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { Limiter } from '#app/foundation/limits/limiter'
import { Semaphore } from '#app/foundation/semaphore'
import type { ExaminedFile } from '#app/sealing/verifier/seal_report'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { clientInfo } from '#app/front_door/client_info'
import TooManyChecks from './errors/too_many_checks.js'

/** What a sealed file may be: an upload, its marks and its certificate. */
export const MAX_MEBIBYTES = 40
const MAX_BYTES = MAX_MEBIBYTES * 2 ** 20

const A_MINUTE = 10

/** Held in memory at once, by this process; nobody who checks a file may keep those who sign or send from their work. */
const places = new Semaphore(2)
const WAIT_MS = 10_000

const LIMIT = { bytes: MAX_BYTES, refusal: () => new FileTooLarge(MAX_BYTES) }

let limiter: Limiter | undefined

/**
 * Examines a file that anybody may send, and keeps nothing of it.
 *
 * @returns null where none was sent
 * @throws TooManyChecks, FileTooLarge, PdfMalformed, FormUnreadable; E_INTAKE_BUSY
 */
export async function verifiedUpload(request: HttpRequest): Promise<ExaminedFile | null> {
  limiter ??= new Limiter({ points: A_MINUTE, windowS: MINUTE_MS / 1000, prefix: 'verify' })
  const { isOver } = await limiter.count(homeNetwork(clientInfo(request).ipAddress))
  if (isOver || !(await places.acquire(WAIT_MS))) throw new TooManyChecks()
  try {
    const { files } = await multipartForm(request, LIMIT)
    const file = files.find(({ field }) => field === 'file')
    return file ? await SealVerification.withTrail(file.bytes) : null
  } finally {
    places.release()
  }
}
