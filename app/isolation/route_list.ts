import router from '@adonisjs/core/services/router'
import type { Environment } from '#app/foundation/environment'
import type { Credential, Things } from './side.js'

/** One way to ask for something, as the router knows it. */
export interface Route {
  readonly method: Method
  readonly pattern: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const PARAMETER = /\/([^/:]+)\/:(\w+)\??/g
const OF_FINISHED = /\/(?:download|certificate)$/
const CAPABILITIES = new Set(['sign', 'track'])

/** Of what a parameter is the id, where the word before it does not say. */
const SYNONYMS: Readonly<Record<string, string>> = {
  accounts: 'tenants',
  endpoints: 'webhooks',
  users: 'members',
}

/** Every route of the application but files that are the same for all; HEAD is GET without a body. */
export async function routeList(): Promise<Route[]> {
  if (Object.keys(router.toJSON()).length === 0) {
    await import('#start/routes')
    router.commit()
  }
  return Object.values(router.toJSON())
    .flat()
    .flatMap(({ methods, pattern }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => ({ method: method as Method, pattern }))
    )
    .filter(({ pattern }) => !pattern.includes('*'))
}

/** A route that whoever holds its token may use. */
export function isByToken({ pattern }: Route): boolean {
  return CAPABILITIES.has(pattern.split('/')[1])
}

export function hasParameter({ pattern }: Route): boolean {
  return pattern.includes('/:')
}

/** A key names its environment; of the dashboard's pages, the address does. */
export function environmentOf({ pattern }: Route, who: Credential): Environment {
  return who.environment ?? (/^\/test(?:\/|$)/.test(pattern) ? 'test' : 'live')
}

/**
 * The route's address with somebody's ids in it; a parameter of which nothing is known gets the id of a document. What there is of
 * finished documents alone is asked of one that is finished.
 */
export function addressOf({ pattern }: Route, things: Things): string {
  const prefix = OF_FINISHED.test(pattern) ? 'finished ' : ''
  return pattern.replace(PARAMETER, (_, word: string) => {
    const name = SYNONYMS[word] ?? word
    const thing = things[prefix + name] ?? things[name] ?? things.documents
    return `/${word}/${encodeURIComponent(thing)}`
  })
}
