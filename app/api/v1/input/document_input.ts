import type { HttpContext } from '@adonisjs/core/http'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { LIMITS } from '#app/documents/limits'
import {
  multipartForm,
  type FormFile,
  type MultipartForm,
} from '#app/front_door/bodies/multipart_form'
import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import UnsupportedMediaType from '../errors/unsupported_media_type.js'
import UnknownField from '../errors/unknown_field.js'
import { PARTS_IN_JSON } from './form_parts.js'
import { isOfType, jsonBody, JSON_TYPE, type JsonObject } from './json_body.js'

export interface DocumentFile {
  bytes: Buffer
  name: string
}

/** What came with POST documents or templates, in whichever of the two forms. */
export interface DocumentInput {
  fields: JsonObject
  /** None where something is wrong with them. */
  files: DocumentFile[]
  faults: InputFault[]
}

const MULTIPART_TYPE = 'multipart/form-data'

/** The base64 of the largest file and the JSON around it. */
const MAX_JSON_BYTES = 34 * 1024 * 1024
const DATA_URL = /^data:application\/pdf;base64,/
const NO_FILE: InputFault = { path: ['file'], code: 'required', message: 'file is required: a PDF' }

/** @param most  how many files it may be */
export async function documentInput(ctx: HttpContext, most: number): Promise<DocumentInput> {
  if (isOfType(ctx.request, MULTIPART_TYPE)) return fromForm(ctx, most)
  if (ctx.request.hasBody() && !isOfType(ctx.request, JSON_TYPE)) {
    throw new UnsupportedMediaType([MULTIPART_TYPE, JSON_TYPE])
  }
  const body = await jsonBody(ctx.request, MAX_JSON_BYTES)
  return most > 1 && body.files !== undefined ? fromList(body) : fromJson(body)
}

function fromJson({ file, ...fields }: JsonObject): DocumentInput {
  if (file === undefined || file === null) return { fields, files: [], faults: [NO_FILE] }
  const read = readFile(file, ['file'])
  if ('fault' in read) return { fields, files: [], faults: [read.fault] }
  return { fields, files: [{ bytes: read.bytes, name: '' }], faults: [] }
}

/** `files` in the place of `file`: each with its name. @throws UnknownField */
function fromList({ file, files, ...fields }: JsonObject): DocumentInput {
  const wrong = (code: string, message: string) => ({
    ...{ fields, files: [], faults: [{ path: ['files'], code, message }] },
  })
  if (file !== undefined) return wrong('not_both', 'Send either file or files')
  if (files === null) return wrong('null', 'files must not be null')
  if (!Array.isArray(files)) return wrong('not_a_list', 'files must be a list')
  if (files.length === 0) return wrong('too_few', 'files must have at least 1 items')
  if (files.length > LIMITS.files) return wrong('too_many', MOST_FILES)
  const read = files.map(listedFile)
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []))
  const whole = read.flatMap((one) => ('fault' in one ? [] : [one]))
  return { fields, files: faults.length > 0 ? [] : whole, faults }
}

const MOST_FILES = `files must have at most ${LIMITS.files} items`

function listedFile(value: unknown, index: number): DocumentFile | { fault: InputFault } {
  const path = ['files', index]
  const wrong = (name: string, code: string, message: string) => ({
    fault: { path: [...path, name], code, message },
  })
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: { path, code: 'not_an_object', message: 'A file must be an object' } }
  const { file, name = '', ...others } = value as JsonObject
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new UnknownField([...path, unknown], ['file', 'name'])
  if (typeof name !== 'string') return wrong('name', 'not_text', 'name must be text')
  if (!name.isWellFormed())
    return wrong('name', 'not_plain', 'name must have no half of a character (a lone surrogate)')
  if (name.length > LIMITS.name)
    return wrong('name', 'too_long', `name must have at most ${LIMITS.name} characters`)
  const read = readFile(file, [...path, 'file'])
  return 'fault' in read ? read : { bytes: read.bytes, name }
}

function readFile(file: unknown, path: InputPath): { bytes: Buffer } | { fault: InputFault } {
  const bytes = typeof file === 'string' ? decoded(file) : null
  const message = 'file must be the base64 of a PDF'
  return bytes ? { bytes } : { fault: { path, code: 'not_base64', message } }
}

/** Node skips what is no base64, so a shorter result than the text promises shows that there was some. */
function decoded(text: string): Buffer | null {
  const plain = text.replace(DATA_URL, '').replace(/\s+/g, '')
  const digits = plain.length - (plain.endsWith('==') ? 2 : plain.endsWith('=') ? 1 : 0)
  const bytes = Buffer.from(plain, 'base64')
  return digits > 0 && bytes.length === Math.floor((digits * 3) / 4) ? bytes : null
}

async function fromForm({ request }: HttpContext, most: number): Promise<DocumentInput> {
  const { fields, files } = await multipartForm(request, FILE_LIMIT)
  const { file: text, ...others } = Object.fromEntries(fields)
  const sent = files.filter(({ field }) => field === 'file')
  refuseOtherFiles(files)
  const values = formValues(others)
  const faults = [
    ...(sent.length > 0 || text !== undefined ? [] : [NO_FILE]),
    ...(text === undefined ? [] : [oddFile('must be sent as a file, with a file name')]),
    ...(sent.length <= most ? [] : [oddFile(most === 1 ? 'must be one file' : TOO_MANY)]),
    ...repeated(fields),
    ...values.faults,
  ]
  return { fields: values.fields, files: sent, faults }
}

/** Which of them would be meant? */
function repeated(fields: MultipartForm['fields']): InputFault[] {
  const names = fields.map(([name]) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return [...new Set(twice)].map((param) => ({
    path: [param],
    code: 'repeated',
    message: `${param} is given more than once`,
  }))
}

const TOO_MANY = `must be at most ${LIMITS.files} files`

const oddFile = (words: string): InputFault => ({
  path: ['file'],
  code: 'not_a_file',
  message: `file ${words}`,
})

function refuseOtherFiles(files: readonly FormFile[]): void {
  const other = files.find(({ field }) => field !== 'file')
  if (other) throw new UnknownField([other.field], ['file'])
}

const TRUE_OR_FALSE = ['allowDelegation', 'send', 'textTags']

const INTEGERS = ['version']
const INTEGER = /^-?\d{1,15}$/

/** Form fields are text: those that hold more are written in JSON, as true or false, or in digits. */
function formValues(form: JsonObject): { fields: JsonObject; faults: InputFault[] } {
  const fields = { ...form }
  const faults: InputFault[] = []
  for (const name of PARTS_IN_JSON) {
    if (typeof fields[name] !== 'string') continue
    try {
      fields[name] = JSON.parse(fields[name])
    } catch {
      faults.push({ path: [name], code: 'malformed_json', message: `${name} must be JSON` })
      delete fields[name]
    }
  }
  for (const name of TRUE_OR_FALSE)
    if (fields[name] === 'true' || fields[name] === 'false') fields[name] = fields[name] === 'true'
  for (const name of INTEGERS) {
    const text = fields[name]
    if (typeof text === 'string' && INTEGER.test(text)) fields[name] = Number(text)
  }
  return { fields, faults }
}
