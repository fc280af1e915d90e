import env from '#start/env'
import { PURPOSES, type Purpose } from '#app/foundation/outbound/public_http'

function isPurpose(name: string): name is Purpose {
  return (PURPOSES as readonly string[]).includes(name)
}

/** For which purposes private addresses may be called. None is, unless it is written in OUTBOUND_ALLOW_PRIVATE. */
function allowPrivate(): Set<Purpose> {
  const names = (env.get('OUTBOUND_ALLOW_PRIVATE') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => !isPurpose(name))
  if (unknown)
    throw new RangeError(`OUTBOUND_ALLOW_PRIVATE knows ${PURPOSES.join(', ')}, not ${unknown}`)
  return new Set(names.filter(isPurpose))
}

/** Addresses that nobody may have called, such as this service's own public ones: CIDRs in OUTBOUND_REFUSE. */
function refuse(): string[] {
  const ranges = (env.get('OUTBOUND_REFUSE') ?? '').split(',').map((range) => range.trim())
  return ranges.filter(Boolean)
}

/** As many as a worker has slots: a slow path of one tenant's must not hold the lines to a host that others use too. */
const LINES_PER_ORIGIN = 100

export const outbound = {
  allowPrivate: allowPrivate(),
  refuse: refuse(),
  linesPerOrigin: LINES_PER_ORIGIN,
}
