import type { VineValidator } from '@vinejs/vine'
import type { Scope } from '#app/identity/access/scope'
import { FEATURE_WORDS, type Feature } from '#app/tenants/plans/entitlements'
import type { ErrorCode } from '../../error_catalogue.js'
import type { Schema } from '#app/foundation/schema/schema'

// the values differ from validator to validator; `input/input.ts` gives each its own type
export type Validator = VineValidator<any, undefined>

/**
 * One thing that can be asked of the API. Whatever knows operations reads this: routing, validation, the OpenAPI document and its
 * pages, and the tests that hold every answer against it.
 */
export interface Operation {
  /** Names its routes (`api.v1.documents.void`) and its anchor in the documentation. */
  name: string
  /** Its id in the OpenAPI document: what functions of generated clients are called. */
  operationId: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api/v1` and `/api`: `documents/:id/void`. */
  path: string
  handler: [controller: () => Promise<{ default: new () => object }>, action: string]
  /** What the key must be allowed to do: `any` key does, or none is asked for. */
  scope: Scope | 'any' | 'none'
  /** And what else, where it does several things at once. */
  alsoNeeds?: readonly Scope[]
  /** What the plan must include, unless a test key asks. */
  feature?: Feature
  /** What it does, in a few words, and what else there is to know. */
  summary: string
  description?: string
  query?: Validator
  /** JSON. An operation that changes things and has no fields refuses all. */
  body?: Validator
  /** How large it may be, where it is more than that of most operations. */
  maxBytes?: number
  /** A file comes with the body: as a form, or in JSON as base64. */
  file?: 'file'
  /** Where it may be several: how many at most. */
  mostFiles?: number
  /** An example of the body, which is also sent in tests. */
  example?: object
  /** What it answers with when it has been done, by status. */
  answers: Readonly<Record<number, Answer>>
  /** Beside those that follow from the rest, see `operation_errors.ts`. */
  errors?: readonly ErrorCode[]
  /** Nothing is kept of it that a repetition could get: an Idempotency-Key means nothing there. */
  keepsNoAnswer?: true
  /** Since when it is deprecated and when it goes: RFC 9745 and RFC 8594. */
  deprecation?: { since: Date; sunset: Date; link: string }
}

/** One object in JSON, a file of other types, or whichever was asked for. */
export interface Answer {
  description: string
  schema?: Schema
  /** What is shown; otherwise it is put together from the examples of its parts. */
  example?: object
  types?: readonly string[]
  /** What was created is an address itself, and has none in the API. */
  hasNoAddress?: true
}

/** Operations on one kind of thing. */
export interface Resource {
  title: string
  description: string
  operations: readonly Operation[]
}

/** All that a key must be allowed to do for it. */
export function scopesOf({ scope, alsoNeeds = [] }: Operation): readonly Scope[] {
  return scope === 'any' || scope === 'none' ? [] : [scope, ...alsoNeeds]
}

/** In a sentence: for which keys a plan must include it. */
export function planNote({ feature }: Operation): string {
  return feature
    ? `With a live key, your plan must include ${FEATURE_WORDS[feature]}; test keys have it on every plan.`
    : ''
}

export function changesThings({ method }: Operation): boolean {
  return method !== 'GET'
}

export function takesIdempotencyKey(operation: Operation): boolean {
  return changesThings(operation) && !operation.keepsNoAnswer
}
