import type { HttpRequest } from '@adonisjs/core/http'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { MINUTE_MS } from '#app/foundation/duration'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { LocalCount } from '#app/foundation/limits/local_count'
import { Limiter } from '#app/foundation/limits/limiter'
import { Semaphore } from '#app/foundation/semaphore'
import { intake } from '#app/sealing/intake/intake'
import type { ExaminedFile } from '#app/sealing/verifier/seal_report'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { clientInfo } from '#app/front_door/client_info'
import TooManyChecks from './errors/too_many_checks.js'

/** What a sealed file may be: an upload, its marks and its certificate. */
export const MAX_MEBIBYTES = 40
const MAX_BYTES = MAX_MEBIBYTES * 2 ** 20

const A_MINUTE = 10

/** Held in memory at once, by this process. */
const files = new Semaphore(4)
const WAIT_MS = 10_000
/** Of one network. */
const AT_ONCE = 2
/** A file of 40 MiB over two megabits a second. */
const COMES_WITHIN_MS = 3 * MINUTE_MS

/** Examined at once. Nobody who checks a file may keep those who sign or send from their work: one process is left to them. */
const examinations = new Semaphore(Math.max(1, intake.maxProcesses - 1))

const LIMIT = {
  bytes: MAX_BYTES,
  refusal: () => new FileTooLarge(MAX_BYTES),
  withinMs: COMES_WITHIN_MS,
}

const open = new LocalCount(2 * COMES_WITHIN_MS)

let limiter: Limiter | undefined

/**
 * Examines a file that anybody may send, and keeps nothing of it.
 *
 * @returns null where none was sent
 * @throws TooManyChecks, FileTooLarge, PdfMalformed, FormUnreadable; E_INTAKE_BUSY
 */
export async function verifiedUpload(request: HttpRequest): Promise<ExaminedFile | null> {
  limiter ??= new Limiter({ points: A_MINUTE, windowS: MINUTE_MS / 1000, prefix: 'verify' })
  const network = homeNetwork(clientInfo(request).ipAddress)
  const { isOver } = await limiter.count(network)
  if (isOver) throw new TooManyChecks()
  return oneOfFew(network, () =>
    inPlace(files, async () => {
      const form = await multipartForm(request, LIMIT)
      const file = form.files.find(({ field }) => field === 'file')
      if (!file) return null
      return inPlace(examinations, () => SealVerification.withTrail(file.bytes))
    })
  )
}

/** Whose files come slowly keeps nobody else from theirs. @throws TooManyChecks */
async function oneOfFew<T>(network: string, work: () => Promise<T>): Promise<T> {
  try {
    if (open.add(network) > AT_ONCE) throw new TooManyChecks()
    return await work()
  } finally {
    open.takeBack(network)
  }
}

/** @throws TooManyChecks */
async function inPlace<T>(places: Semaphore, work: () => Promise<T>): Promise<T> {
  if (!(await places.acquire(WAIT_MS))) throw new TooManyChecks()
  try {
    return await work()
  } finally {
    places.release()
  }
}
