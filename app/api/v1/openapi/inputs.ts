import { LIMITS } from '#app/documents/limits'
import { someId } from '#app/foundation/schema/schema'
import { PARTS_IN_JSON } from '../input/form_parts.js'
import { shapeOf, type Shape } from '../input/input_shape.js'
import { takesIdempotencyKey, type Operation } from '../operations/operation.js'
import type { Components } from './components.js'
import { BODY_NAMES, PART_NAMES } from './body_names.js'
import type { PARAMETERS } from './prose.js'

const NAMED: Record<string, [prefix: string, description: string]> = {
  'bulk-sends': ['blk', 'The bulk send’s id.'],
  'documents': ['doc', 'The document’s id.'],
  'forms': ['frm', 'The form’s id.'],
  'labels': ['lbl', 'The label’s id.'],
  'signers': ['sig', 'The signer’s id.'],
  'webhooks': ['wh', 'The webhook’s id.'],
  'templates': ['tpl', 'The template’s id.'],
  'deliveries': ['del', 'The delivery’s id.'],
  'tenants': ['ten', 'The tenant’s id.'],
  'questions': ['qst', 'The question’s id.'],
  'attachments': ['fld', 'The field’s id.'],
}

/** What goes into the address and the headers of a request. */
export function parametersOf(operation: Operation): object[] {
  return [
    ...pathParameters(operation.path),
    ...(operation.query ? queryParameters(shapeOf(operation.query)) : []),
    ...headersOf(operation).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

/** By their names among the components. */
function headersOf(operation: Operation): (keyof typeof PARAMETERS)[] {
  const { answers } = operation
  return [
    ...(takesIdempotencyKey(operation) ? (['IdempotencyKey'] as const) : []),
    ...(206 in answers ? (['Range', 'IfRange'] as const) : []),
    ...(304 in answers ? (['IfNoneMatch'] as const) : []),
  ]
}

/** `documents/:id` → `/documents/{id}` */
export function pathOf({ path }: Operation): string {
  return `/${path.replace(/:(\w+)/g, '{$1}')}`
}

const NUMBER_OF_FILE = {
  name: 'number',
  in: 'path',
  required: true,
  description: 'The number of the file, from 1.',
  schema: { type: 'string', pattern: '^[1-9][0-9]?$' },
  example: '1',
}

function pathParameters(path: string): object[] {
  const parts = path.split('/')
  return parts.flatMap((part, index) => {
    if (!part.startsWith(':')) return []
    if (parts[index - 1] === 'files') return NUMBER_OF_FILE
    const [prefix, description] = NAMED[parts[index - 1] ?? ''] ?? ['id', 'The id.']
    return {
      name: part.slice(1),
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
      example: someId(prefix),
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

const PARTS: Readonly<Record<string, string>> = {
  'signers[]': 'A person who is asked to sign.',
  'signers[].fields[]': 'A field on a page that this signer fills in.',
  'fields[]': 'A field on a page, and the signer who fills it in.',
  'signers[].fields[].anchor': 'A text of the document that a field stands at.',
  'signers[].fields[].options': 'What a sender says of a field.',
  'fields[].anchor': 'A text of the document that a field stands at.',
  'fields[].options': 'What a sender says of a field.',
  'owner': 'The first owner of a tenant.',
  'members[]': 'A member who takes a role of a form.',
  'people[]': 'Who takes a role in one document.',
  'roles[]': 'Who signs, without saying which person.',
  'roles[].fields[]': 'A field that the person in the role fills in.',
  'roles[].fields[].anchor': 'A text of the document that a field stands at.',
  'rows[]': 'Whom one document goes to, and what you fill in.',
  'rows[].people[]': 'Who takes a role in one document.',
}

const BASE64 = {
  type: 'string',
  contentEncoding: 'base64',
  description: 'The PDF in base64, at most 25 MiB when decoded.',
}
/** In the place of `file`. */
const FILES = {
  type: 'array',
  minItems: 1,
  maxItems: LIMITS.files,
  description:
    'In the place of `file`: several files, in their order. Together they may have 25 MiB and 500 pages.',
  items: {
    type: 'object',
    additionalProperties: false,
    description: 'One of several files.',
    required: ['file'],
    properties: {
      file: { type: 'string', contentEncoding: 'base64', description: 'The PDF in base64.' },
      name: { type: 'string', maxLength: LIMITS.name, description: 'What the file is called.' },
    },
  },
}
const BINARY = { type: 'string', format: 'binary', description: 'The PDF, at most 25 MiB.' }
/** The part `file`, once for each. */
const binaries = (mostFiles: number) => ({
  type: 'array',
  minItems: 1,
  maxItems: mostFiles,
  description: `The PDF, or up to ${mostFiles} in their order: repeat the part. Together they may have 25 MiB and 500 pages.`,
  items: { type: 'string', format: 'binary', description: 'A PDF.' },
})

/** A small PDF that can be opened. */
const SOME_PDF = Buffer.from('%PDF-1.7\n…\n%%EOF\n').toString('base64')

/** What a request carries; nothing where there are no fields. */
export function bodyOf(
  { name, summary, body, file, mostFiles = 1, example }: Operation,
  components: Components
): object | undefined {
  if (!body) return undefined
  const shape = withParts(shapeOf(body), components)
  const called = BODY_NAMES[name]
  if (!called) throw new Error(`The body of ${name} has no name in openapi/body_names.ts`)
  const description = `Body of “${summary}”.`
  const required = (shape.required ?? []).length > 0 || file !== undefined
  if (!file) {
    const schema = components.name(called, { description, ...shape })
    return { required, content: { 'application/json': { schema, example } } }
  }
  const encoding = Object.fromEntries(
    PARTS_IN_JSON.filter((part) => shape.properties?.[part]).map((part) => [
      part,
      { contentType: 'application/json' },
    ])
  )
  return {
    required,
    content: {
      'multipart/form-data': {
        schema: components.name(
          `${called}Form`,
          withFile({ description, ...shape }, mostFiles > 1 ? binaries(mostFiles) : BINARY)
        ),
        encoding,
      },
      'application/json': {
        schema: components.name(called, inJson({ description, ...shape }, mostFiles)),
        example: { ...example, file: SOME_PDF },
      },
    },
  }
}

/** The parts of a body that have a name stand among the components. */
function withParts(shape: Shape, components: Components, path = ''): Shape {
  const inner = (value: Shape, place: string): Shape => {
    const whole = withParts(value, components, place)
    const called = PART_NAMES[place]
    return called
      ? (components.name(called, { description: PARTS[place], ...whole }) as Shape)
      : whole
  }
  const { properties, items } = shape
  const entries = Object.entries(properties ?? {}).map(([name, value]): [string, Shape] => [
    name,
    inner(value, path ? `${path}.${name}` : name),
  ])
  return {
    ...shape,
    ...(properties ? { properties: Object.fromEntries(entries) } : {}),
    ...(items ? { items: inner(items, `${path}[]`) } : {}),
  }
}

/** What a request carries in JSON, in one piece. */
export function jsonShapeOf({ body, file, mostFiles }: Operation): Shape | undefined {
  if (!body) return undefined
  return file ? inJson(shapeOf(body), mostFiles) : shapeOf(body)
}

/** A file in base64, or where there may be several, either one or a list. */
function inJson(shape: Shape, mostFiles = 1): object {
  const whole = withFile(shape, BASE64)
  if (mostFiles === 1) return whole
  const { properties = {}, required = [] } = shape
  const choice = [{ required: ['file'] }, { required: ['files'] }]
  return {
    ...whole,
    properties: { file: BASE64, files: FILES, ...properties },
    required,
    oneOf: choice,
  }
}

function withFile(shape: Shape, file: object): object {
  const { properties = {}, required = [] } = shape
  return { ...shape, properties: { file, ...properties }, required: ['file', ...required] }
}
