import type { Canary } from '../evidence/canary.js'
import type { Credential } from '../parties/credential.js'
import type { Answer, Body, Question } from '../requests/reader.js'
import { nameOf, type Route } from '../requests/route_list.js'

export const BOUNDARIES = {
  tenant: 'another tenant’s ids, at one’s own host and at the shared host of the API',
  related: 'ids of reseller, sibling and reseller’s reseller, at one’s own host',
  host: 'one’s own credentials, at another tenant’s host',
  stranger: 'another tenant’s ids and host, without credentials',
  token: 'another tenant’s links, at one’s own host',
  filter: 'another tenant’s cursors, ids and words, in one’s own queries',
  body: 'another tenant’s ids, in one’s own forms',
  environment: 'ids of the other environment',
  role: 'pages and forms that a role may not use, and documents of others on those that it may',
  option: 'what a form offers to an owner alone, sent by somebody else',
  scope: 'operations that a key is not allowed',
  support: 'what a support session may not see or change',
  console: 'pages of the platform, by those who may not use them',
} as const

export type Boundary = keyof typeof BOUNDARIES

/** Something that must be refused, or in whose answer some words must not be. */
export interface Attempt {
  readonly boundary: Boundary
  readonly route: Route
  readonly who: Credential | null
  readonly question: Question
  /** Whose things it is about, and whose host is asked, in words. */
  readonly about: string
  readonly place: string
  readonly isForbidden: (canary: Canary) => boolean
  readonly expected: Expected
}

/** `refusal`: nothing happens, and nothing but that is said. `anything`: only words count, and what it changes. */
export type Expected = 'refusal' | 'anything'

const REFUSALS = [401, 403, 404, 410]

export function isAsExpected(expected: Expected, answer: Answer): boolean {
  const { status, location, saysNo } = answer
  if (expected === 'anything' || REFUSALS.includes(status)) return true
  return isSentToLogIn(status, location) || (status === 303 && saysNo)
}

/** Such answers mean that the request was understood and done, or would have been, had it been better. */
export function wordsFor({ status, location }: Answer): string {
  if (status >= 500) return `${status}, a breakage`
  if (status >= 400) return `${status}: it was let in, and found wanting`
  return location ? `${status}, led on to ${location}` : `${status}`
}

/** For a report: which request, as whom, on whose thing. */
export function sentenceOf({ route, who, about, place }: Attempt): string {
  return `${nameOf(route)} by ${who?.name ?? 'nobody in particular'} at ${place}, on ${about}`
}

/** What is common to attempts of one kind. */
export type Common = Pick<Attempt, 'boundary' | 'isForbidden' | 'expected'>

export function question(
  route: Route,
  at: { host: string },
  who: Credential | null,
  { path, body }: { path: string; body?: Body }
): Question {
  return { method: route.method, path, host: at.host, headers: who?.headers, body }
}

function isSentToLogIn(status: number, location: string): boolean {
  if (status !== 303 && status !== 302) return false
  const path = URL.parse(location, 'http://same')?.pathname
  return path === '/login' || path === '/login/code'
}
