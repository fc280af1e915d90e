import { errorType } from '../../error_type.js'
import { ERROR_CATALOGUE, type ErrorCode } from '../../error_catalogue.js'
import { ERROR_SAMPLES } from '../../error_samples.js'
import { takesIdempotencyKey, type Answer, type Operation } from '../operations/operation.js'
import { errorsOf } from '../operations/operation_errors.js'
import { ERROR, PROBLEM } from '../schemas/error.js'
import type { Components } from './components.js'
import { exampleOf } from '#app/foundation/schema/example'

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

const ALWAYS = { 'X-Request-Id': header('RequestId') }
const COUNTED = {
  'RateLimit': header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
  'X-RateLimit-Limit': header('XRateLimitLimit'),
  'X-RateLimit-Remaining': header('XRateLimitRemaining'),
  'X-RateLimit-Reset': header('XRateLimitReset'),
}
const OF_FILES = { 'Content-Disposition': header('ContentDisposition') }
const ACCEPTS_RANGES = { 'Accept-Ranges': header('AcceptRanges') }

const STATUS_WORDS: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PlanLimit',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
}

const ENTRIES = new Map(ERROR_CATALOGUE.map((entry) => [entry.code, entry]))

/** What an operation may answer with, by status: what was asked for, and every error. */
export function answersOf(operation: Operation, components: Components) {
  const done = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    doneAnswer(Number(status), answer, operation, components),
  ])
  const refused = [...byStatus(errorsOf(operation))].map(([status, codes]) => [
    String(status),
    components.share(
      STATUS_WORDS[status] ?? `Refused${status}`,
      [scopeWord(operation), status, ...codes].join('.'),
      () => refusedAnswer(status, codes, operation, components)
    ),
  ])
  return Object.fromEntries([...done, ...refused])
}

function doneAnswer(
  status: number,
  answer: Answer,
  operation: Operation,
  components: Components
): object {
  const headers = {
    ...ALWAYS,
    ...(operation.scope === 'none' ? {} : COUNTED),
    ...(status === 201 && !answer.hasNoAddress ? { Location: header('Location') } : {}),
    ...(answer.types && !answer.schema ? OF_FILES : {}),
    ...(answer.types?.includes('application/jsonl') ? { Link: header('Link') } : {}),
    ...(304 in operation.answers ? { ETag: header('ETag') } : {}),
    ...(206 in operation.answers && status !== 304 ? ACCEPTS_RANGES : {}),
    ...(status === 206 ? { 'Content-Range': header('ContentRange') } : {}),
    ...(takesIdempotencyKey(operation)
      ? { 'Idempotent-Replayed': header('IdempotentReplayed') }
      : {}),
  }
  const { schema, example = schema && exampleOf(schema), types = [] } = answer
  const inJson = schema && {
    'application/json': { schema: components.use(schema), example },
  }
  const asFile = types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])
  const content = { ...inJson, ...Object.fromEntries(asFile) }
  const hasContent = Object.keys(content).length > 0
  return { description: answer.description, headers, ...(hasContent ? { content } : {}) }
}

function refusedAnswer(
  status: number,
  codes: readonly ErrorCode[],
  { scope }: Operation,
  components: Components
): object {
  const isCounted = scope !== 'none' && status !== 401
  const meanings = codes.map((code) => `- \`${code}\`: ${ENTRIES.get(code)?.meaning}`)
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  )
  const isLater = [429, 503].includes(status) || codes.includes('idempotency_in_progress')
  const headers = {
    ...ALWAYS,
    ...(isCounted ? COUNTED : {}),
    ...(isLater ? { 'Retry-After': header('RetryAfter') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': header('WwwAuthenticate') } : {}),
  }
  return {
    description: meanings.join('\n'),
    headers,
    content: {
      'application/json': { schema: components.use(ERROR), examples },
      'application/problem+json': { schema: components.use(PROBLEM) },
    },
  }
}

/** One of each code that an operation answers with. */
export function errorExamples(
  docs: string,
  operations: readonly Operation[]
): Record<string, { summary: string; value: object }> {
  const known = new Set(operations.flatMap(errorsOf))
  return Object.fromEntries(
    ERROR_CATALOGUE.filter(({ code }) => known.has(code)).map(({ status, code, meaning }) => {
      const docUrl = `${docs}/errors#${code}`
      const { message = meaning, ...more } = ERROR_SAMPLES[code] ?? {}
      const error = { type: errorType(status), code, message, ...more, docUrl }
      const value = { error, requestId: 'req_01m7y40e2r6eqbqt8qhhqb7vwv' }
      return [code, { summary: meaning, value }]
    })
  )
}

/** Answers without a key have other headers. */
function scopeWord({ scope }: Operation): string {
  return scope === 'none' ? 'open' : 'keyed'
}

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(codes, (code) => ENTRIES.get(code)?.status ?? 500)
}
