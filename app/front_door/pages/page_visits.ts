import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sha256Hex } from '#app/foundation/opaque_token'
import { LocalCount } from '#app/foundation/limits/local_count'
import TooManyVisits from '../errors/too_many_visits.js'
import { clientInfo } from '../client_info.js'

const WINDOW_MS = 60_000
/** A page that stays open calls three times a minute. */
export const MAX_A_MINUTE = 300
/** Who looks through a document of 500 pages asks for 500 pictures and for a hundred parts of its file, and may do so twice. */
export const MAX_READS_A_MINUTE = 1_500
/** What is read of a document, which must not cost who reads it the right to sign. */
const READ = /\/(?:pages\/\d+|file)$/
/** Beyond this nobody new is served for a minute: more links and addresses than one process answers in that time. */
const MAX_NAMES = 200_000

/** In this process alone: signing goes on, and waits for nothing, while Redis is away. */
const visits = new LocalCount(WINDOW_MS, MAX_NAMES)

/** How often one address may ask at one link, whatever it asks for and whether there is such a link; pages and files are counted apart. @throws TooManyVisits */
export function limitVisits({ params, request }: HttpContext, next: NextFn) {
  const { ipAddress } = clientInfo(request)
  const isRead = READ.test(request.url())
  const most = isRead ? MAX_READS_A_MINUTE : MAX_A_MINUTE
  const asked = visits.add(sha256Hex(`${params.token}\n${ipAddress}${isRead ? '\nread' : ''}`))
  if (asked > most) throw new TooManyVisits(most, WINDOW_MS / 1000)
  return next()
}
