import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import type { ReadEntry } from '#app/audit/read_entry'
import { OperatorLogInFailures } from '#app/identity/operators/operator_log_in_failures'
import { showPage } from '../page.js'
import { TrailDetails } from './trail_details.js'
import { wordsOf } from './trail_words.js'

const PAGE_SIZE = 50

/** Shown beside the entry, or not at all. */
const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

export default class TrailController {
  /** GET /trail?before= */
  async index(ctx: HttpContext) {
    const before = Number(ctx.request.qs().before)
    const place = Number.isSafeInteger(before) && before > 0 && before < 2 ** 31 ? before : null
    const read = await PlatformTrail.read({
      limit: PAGE_SIZE + 1,
      ...(place === null ? {} : { before: place }),
    })
    const entries = read.slice(0, PAGE_SIZE)
    const last = entries.at(-1)
    const details = await TrailDetails.of(entries)
    return showPage(ctx, 'trail/index', {
      entries: entries.map((entry) => shown(entry, details)),
      olderHref: last && read.length > PAGE_SIZE ? `/trail?before=${last.sequence}` : null,
      newestHref: place === null ? null : '/trail',
      failures: await OperatorLogInFailures.open(),
    })
  }
}

function shown(entry: ReadEntry, details: TrailDetails) {
  const { sequence, action, at, body, personal, hash } = entry
  const { type, id, via } = body.actor
  return {
    ...{ sequence, at, hash, action },
    words: wordsOf(action),
    actor: personal.actorName ?? (type === 'system' ? 'System' : id),
    via,
    ipAddress: personal.ipAddress ?? null,
    details: Object.entries({ ...body.details, ...personal })
      .filter(([name, value]) => !OF_THE_ACTOR.has(name) && value !== null && value !== '')
      .map(([name, value]) => details.line(entry, name, value)),
  }
}
