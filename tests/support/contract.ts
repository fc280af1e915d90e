import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Operation } from '#app/api/v1/operations/operation'
import { errorsOf } from '#app/api/v1/operations/operation_errors'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { openApiDocument } from '#app/api/v1/openapi/document'

/** An answer as it came over the wire. */
export interface Flown {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

interface Answered extends Flown {
  body: Record<string, unknown>
}

type Json = Record<string, unknown>

/** An address without an operation, a wrong method, a request that came in clear. */
const EVERYWHERE = ['route_not_found', 'method_not_allowed', 'https_required', 'internal_error']
const STYLE = /^\/api(?:\/v1)?\/(?!v\d)/

const document = openApiDocument('https://acme.example')
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'api', components: { schemas: closed(document.components.schemas) } })

const validators = new Map<string, ValidateFunction>()

/**
 * Holds an answer of the API against its own description: the status, the type, every field and every code of error must be documented
 * for the very operation that was asked for. What is written there is all that may be there.
 *
 * @throws naming what is not documented
 */
export function assertDocumented(method: string, path: string, answer: Answered): void {
  if (!/^\/api(\/|$)/.test(path)) return
  const operation = operationAt(method, path.split('?')[0])
  const type = typeOf(answer)
  const say = (words: string) =>
    new Error(
      `${method} ${path} answered ${answer.status}, and ${words}: ${answer.bytes.toString().slice(0, 500)}`
    )
  if (method === 'OPTIONS' || isUnknownHost(answer)) return
  if (answer.status >= 400) return assertRefusal(operation, method, type, answer, say)
  if (!operation) throw say('no operation is there')
  const documented = operation.answers[answer.status]
  if (!documented) throw say('this status is not documented')
  const { hasNoAddress = false } = documented
  if (answer.status === 201 && hasNoAddress !== (answer.headers.location === undefined))
    throw say('Location is not as documented')
  if (method === 'HEAD' || answer.status === 304) return
  const { schema, types = [] } = documented
  if (types.includes(type)) return
  if (!schema || type !== 'application/json') throw say(`${type} is not documented`)
  assertValid(
    `${operation.name} ${answer.status}`,
    pointer(operation, answer.status),
    answer.body,
    say
  )
}

function assertRefusal(
  operation: Operation | undefined,
  method: string,
  type: string,
  { body, status }: Answered,
  say: (words: string) => Error
): void {
  if (method === 'HEAD') return
  const isProblem = type === 'application/problem+json'
  const code = String(isProblem ? body.code : (body.error as Json | undefined)?.code)
  const known: string[] = [...EVERYWHERE, ...(operation ? errorsOf(operation) : [])]
  if (!known.includes(code)) throw say(`${code} is not documented`)
  if (!isProblem && type !== 'application/json') throw say(`${type} is not documented`)
  const schema = { $ref: `api#/components/schemas/${isProblem ? 'Problem' : 'Error'}` }
  assertValid(`error ${isProblem} ${status >= 500}`, schema, body, say)
}

function assertValid(
  name: string,
  schema: Json,
  body: unknown,
  say: (words: string) => Error
): void {
  const validate = validators.get(name) ?? ajv.compile(schema)
  validators.set(name, validate)
  if (!validate(body)) throw say(ajv.errorsText(validate.errors))
}

/** What a proxy can judge: not what a host says that is nobody's, nor that a file is still the same, for that has no type. */
export function isOfTheApi(answer: Flown): boolean {
  return answer.status !== 304 && !isUnknownHost(answer)
}

function isUnknownHost(answer: Flown): boolean {
  return answer.status === 404 && typeOf(answer) === 'text/plain'
}

function typeOf({ headers }: Flown): string {
  return String(headers['content-type'] ?? '').split(';')[0]
}

/** The path as the description has it, of an operation that it describes. */
export function describedPath(method: string, path: string): string | undefined {
  const own = path.split('?')[0]
  const isDescribed = method !== 'HEAD' && STYLE.test(own) && operationAt(method, own)
  return isDescribed ? `/${own.replace(STYLE, '')}` : undefined
}

function operationAt(method: string, path: string): Operation | undefined {
  const own = path.replace(STYLE, '')
  const parts = own.split('/')
  const wanted = method === 'HEAD' ? 'GET' : method
  const fits = ({ path: pattern, method: its }: Operation) => {
    const names = pattern.split('/')
    const isHere = names.every((name, at) => name === parts[at] || name.startsWith(':'))
    return its === wanted && names.length === parts.length && isHere
  }
  return OPERATIONS.filter(fits).sort((a, b) => variables(a) - variables(b))[0]
}

const variables = ({ path }: Operation) => path.split(':').length

function pointer({ name, method, path }: Operation, status: number): Json {
  const paths = document.paths as Record<string, Record<string, Json>>
  const found = paths[`/${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
  const responses = found?.responses as Record<
    string,
    { content: Record<string, { schema: Json }> }
  >
  const content = responses[String(status)]?.content['application/json']
  if (!content) throw new Error(`${name} has no description of ${status}`)
  return closed(relocated(content.schema))
}

/** References lead into the document, not into the part that is looked at. */
function relocated(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as Json
}

/** Objects with properties have no others. */
export function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'example' ? value : closed(value)])
  )
  const isShut =
    inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner)
  return (isShut ? { ...inner, additionalProperties: false } : inner) as T
}
