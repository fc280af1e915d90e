import { EVENT_TYPES } from './event_types.js'
import UnknownEvent from '../errors/unknown_event.js'

/**
 * Which events an endpoint is told of: names, `document.*` for all of a noun, `*` for all.
 *
 * @throws UnknownEvent when a pattern matches no event there is
 */
export function assertEventFilter(patterns: readonly string[]): void {
  const asked = patterns.map((pattern, index) => ({ pattern, path: ['events', index] }))
  const unknown = asked.filter(({ pattern }) => !EVENT_TYPES.some((name) => covers(pattern, name)))
  if (unknown.length > 0) throw new UnknownEvent(unknown)
}

function covers(pattern: string, name: string): boolean {
  const [noun] = name.split('.')
  return ['*', name, `${noun}.*`].includes(pattern)
}
