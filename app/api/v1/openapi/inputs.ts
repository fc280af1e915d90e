import { shapeOf, type Shape } from '../input/input_shape.js'
import { changesThings, type Operation } from '../operations/operation.js'

const NAMED: Record<string, [prefix: string, description: string]> = {
  documents: ['doc', 'Which document.'],
  signers: ['sig', 'Which of its signers.'],
  webhooks: ['wh', 'Which webhook.'],
  deliveries: ['del', 'Which delivery.'],
  tenants: ['ten', 'Which tenant.'],
}
const SOME_ULID = '01m7y40e2r6eqbqt8qhhqb7vwv'

/** What goes into the address and the headers of a request. */
export function parametersOf(operation: Operation): object[] {
  return [
    ...pathParameters(operation.path),
    ...(operation.query ? queryParameters(shapeOf(operation.query)) : []),
    ...(changesThings(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

/** `documents/:id` → `/documents/{id}` */
export function pathOf({ path }: Operation): string {
  return `/${path.replace(/:(\w+)/g, '{$1}')}`
}

function pathParameters(path: string): object[] {
  const parts = path.split('/')
  return parts.flatMap((part, index) => {
    if (!part.startsWith(':')) return []
    const [prefix, description] = NAMED[parts[index - 1] ?? ''] ?? ['id', 'Which.']
    return {
      name: part.slice(1),
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
      example: `${prefix}_${SOME_ULID}`,
    }
  })
}

function queryParameters({ properties = {}, required = [] }: Shape): object[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema,
  }))
}

const BASE64 = {
  type: 'string',
  contentEncoding: 'base64',
  description: 'The PDF in base64, at most 25 MiB of it.',
}
const BINARY = { type: 'string', format: 'binary', description: 'The PDF, at most 25 MiB.' }
const IN_JSON = ['signers', 'fields', 'metadata']

/** A small PDF that can be opened. */
const SOME_PDF = Buffer.from('%PDF-1.7\n…\n%%EOF\n').toString('base64')

/** What a request carries; nothing where there are no fields. */
export function bodyOf({ body, file, example }: Operation): object | undefined {
  if (!body) return undefined
  const shape = shapeOf(body)
  const required = (shape.required ?? []).length > 0 || file !== undefined
  if (!file) return { required, content: { 'application/json': { schema: shape, example } } }
  const encoding = Object.fromEntries(
    IN_JSON.map((name) => [name, { contentType: 'application/json' }])
  )
  return {
    required,
    content: {
      'multipart/form-data': { schema: withFile(shape, BINARY), encoding },
      'application/json': {
        schema: withFile(shape, BASE64),
        example: { ...example, file: SOME_PDF },
      },
    },
  }
}

function withFile(shape: Shape, file: object): object {
  const { properties = {}, required = [] } = shape
  return { ...shape, properties: { file, ...properties }, required: ['file', ...required] }
}
