import { randomBytes, randomInt } from 'node:crypto'

import { clock } from './clock.js'
import type { Environment } from './environment.js'
import NotAnIdentifier from './errors/not_an_identifier.js'

/**
 * A prefix and a ULID in lower-case Crockford base32. The ULID's 16 random characters are here
 * 5 of order (1 bit of environment, 24 bits that grow within a millisecond, so that ids sort as
 * they were made) and 11 that are random.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SHAPE = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const TIME_CHARACTERS = 10
const ORDER_CHARACTERS = 5
const RANDOM_CHARACTERS = 11
const TEST_BIT = 2 ** 24

const RANDOM_BLOCK_BYTES = 4096

let lastMs = 0
let lastOrder = 0
let randomBlock = Buffer.alloc(0)
let randomUsed = 0

export function newId(prefix: string, environment: Environment = 'live'): string {
  const ms = clock.now().getTime()
  const order = orderWithin(ms) + (environment === 'test' ? TEST_BIT : 0)
  return `${prefix}_${base32(ms, TIME_CHARACTERS)}${base32(order, ORDER_CHARACTERS)}${randomTail()}`
}

/** SQL: one of up to 32 ids that come of a single one, in the order of their places from 1. */
export function siblingOf(id: string, place: string): string {
  return `left(${id}, -1) || substr('${ALPHABET}', (${place})::int, 1)`
}

/** Whether `value` is an id of this prefix; says nothing about whether the thing exists. */
export function isIdentifier(prefix: string, value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(`${prefix}_`) && SHAPE.test(value)
}

/** @throws E_NOT_AN_IDENTIFIER: ask `isIdentifier` first about what a stranger sent */
export function environmentOf(id: string): Environment {
  if (!SHAPE.test(id)) throw new NotAnIdentifier()
  const order = id.indexOf('_') + 1 + TIME_CHARACTERS
  return ALPHABET.indexOf(id[order]) >= ALPHABET.length / 2 ? 'test' : 'live'
}

/** Starts at random below half of 24 bits, so that counting up never reaches the environment. */
function orderWithin(ms: number): number {
  lastOrder = ms === lastMs ? lastOrder + 1 : randomInt(TEST_BIT / 2)
  lastMs = ms
  return lastOrder
}

function base32(value: number, characters: number): string {
  let text = ''
  for (let rest = value; text.length < characters; rest = Math.floor(rest / 32)) {
    text = ALPHABET[rest % 32] + text
  }
  return text
}

function randomTail(): string {
  let text = ''
  for (const byte of freshRandom(RANDOM_CHARACTERS)) text += ALPHABET[byte % 32]
  return text
}

/** Fetched in blocks: asking the generator costs more than the bytes do. */
function freshRandom(bytes: number): Buffer {
  if (randomUsed + bytes > randomBlock.length) {
    randomBlock = randomBytes(RANDOM_BLOCK_BYTES)
    randomUsed = 0
  }
  return randomBlock.subarray(randomUsed, (randomUsed += bytes))
}
