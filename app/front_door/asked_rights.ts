import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { ConsoleRight, Right } from '#app/identity/access/right'
import type { SupportChange } from '#app/identity/access/support'

/** What a route asks of the person who comes. */
export interface Asked {
  /** All of them; none for what everybody who is logged in may do. */
  readonly rights: readonly (Right | ConsoleRight)[]
  /** What a form changes that is open to support sessions. */
  readonly change?: SupportChange
}

type Handler = (ctx: HttpContext, next: NextFn) => unknown

interface Routed {
  pattern: string
  middleware: { all(): Iterable<unknown> }
}

const asked = new WeakMap<object, Asked>()
const known = new WeakMap<object, Asked | null>()

/** A middleware that asks this, so that the table of routes can be read from the routes themselves. */
export function asking<T extends Handler>(what: Asked, handler: T): T {
  asked.set(handler, what)
  return handler
}

/** What a route asks; null for one that names nothing. */
export function askedBy(route: Routed): Asked | null {
  const found = known.get(route) ?? joined(route)
  known.set(route, found)
  return found
}

function joined({ middleware }: Routed): Asked | null {
  const all = [...middleware.all()].flatMap((one) => asked.get(one as object) ?? [])
  // a change alone says nothing of who may make it
  if (all.every((one) => one.change)) return null
  const change = all.find((one) => one.change)?.change
  return { rights: all.flatMap(({ rights }) => rights), ...(change && { change }) }
}

/** What the route of a request asks. @throws for one that names nothing: it is nobody's until it does */
export function askedOf({ route }: HttpContext): Asked {
  const found = route ? askedBy(route) : null
  if (!found) throw new Error(`The route ${route?.pattern ?? ''} names no right`)
  return found
}
