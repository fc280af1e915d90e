import redis from '@adonisjs/redis/services/main'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { answerOfRedis } from '#app/foundation/redis/redis_ready'

const KEY = 'maintenance'
const POLL_MS = 1_000
/** Nobody closes the service for longer, so what was said before says nothing any more. */
const KEPT_MS = DAY_MS

/** What the release before says: the end alone, and nothing once it is over. It counts as it stands in Redis. */
const UNDATED = 0
const INSTANT = /^\d{4}-[\d-]+T[\d:.]+Z$/

/** Unless somebody has said something since it was read. */
const PUT_BACK = `
  if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1`

/** What operators said last: the service is closed until then, or open. */
interface Notice {
  /** In milliseconds. The latest one counts. */
  at: number
  until: string | null
}

/**
 * Whether operators have closed the service, and until when: in Redis, so that every web process knows, while the database is away too. Each reads it
 * once a second and not once a request, and goes on by what it knows while Redis is away, or comes back empty or as it was before: then the
 * process puts it back. It ends by itself.
 */
class Maintenance {
  #notice: Notice | null = null

  /** Null while the service is open. */
  get until(): Date | null {
    const until = new Date(this.#notice?.until ?? 0)
    return until.getTime() > clock.now().getTime() ? until : null
  }

  /** @returns how to stop */
  async watch(): Promise<() => void> {
    await this.#read()
    const timer = setInterval(() => void this.#read(), POLL_MS)
    return () => clearInterval(timer)
  }

  /** @returns false where Redis is away, so that nobody knows of it */
  async begin(until: Date): Promise<boolean> {
    return say(until.toISOString())
  }

  /** @returns false where Redis is away */
  async end(): Promise<boolean> {
    return say(null)
  }

  async #read(): Promise<void> {
    const told = await answerOfRedis(async () => ({ text: await redis.get(KEY) }))
    if (!told) return
    const stored = noticeIn(told.text)
    const known = this.#notice
    if (stored?.at === UNDATED || known?.at === UNDATED) this.#notice = stored
    else if (stored && stored.at >= (known?.at ?? 0)) this.#notice = stored
    else if (known) await putBack(known, told.text)
  }
}

/** The clocks of two machines on which operators type differ. */
async function say(until: string | null): Promise<boolean> {
  const told = await answerOfRedis(async () => {
    const last = noticeIn(await redis.get(KEY))
    const notice: Notice = { at: Math.max(Date.now(), (last?.at ?? 0) + 1), until }
    return redis.set(KEY, JSON.stringify(notice), 'PX', KEPT_MS)
  })
  return told !== null
}

async function putBack(notice: Notice, insteadOf: string | null): Promise<void> {
  const leftMs = Math.floor(notice.at + KEPT_MS - clock.now().getTime())
  if (leftMs <= 0) return
  const values = [insteadOf ?? '', JSON.stringify(notice), leftMs]
  await answerOfRedis(() => redis.eval(PUT_BACK, 1, KEY, ...values))
}

/** Null also for what was not written here. */
function noticeIn(text: string | null): Notice | null {
  if (text === null) return null
  if (INSTANT.test(text)) return { at: UNDATED, until: text }
  try {
    return JSON.parse(text) as Notice
  } catch {
    return null
  }
}

export const maintenance = new Maintenance()
