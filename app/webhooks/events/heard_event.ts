import type { EventName } from '#app/events/event_name'
import { LogRetention } from '../log_retention.js'

/** SQL: whether a row of `webhook_endpoints` subscribes to an event of this name, also in SQL. */
export function subscribesTo(name: string): string {
  return `events && array['*', ${name}, split_part(${name}, '.', 1) || '.*']`
}

/**
 * SQL: whether an event has to be fanned out, since an endpoint subscribes to it by then, or since it is time to forget old ones. An endpoint that
 * is made while the event is written down may miss it.
 */
export function isHeard(name: EventName): string {
  const listens = `exists (select from webhook_endpoints where status <> 'disabled' and ${subscribesTo(`'${name}'`)})`
  const isDue = LogRetention.isDue()
  return isDue ? `(${listens} or ${isDue})` : listens
}
