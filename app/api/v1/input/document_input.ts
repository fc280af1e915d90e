import type { HttpContext } from '@adonisjs/core/http'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import {
  multipartForm,
  type FormFile,
  type MultipartForm,
} from '#app/front_door/bodies/multipart_form'
import type { InputFault } from '#app/foundation/input_refused'
import UnsupportedMediaType from '../errors/unsupported_media_type.js'
import UnknownField from '../errors/unknown_field.js'
import { isOfType, jsonBody, JSON_TYPE, type JsonObject } from './json_body.js'

export interface DocumentFile {
  bytes: Buffer
  name: string
}

/** What came with POST documents or templates, in whichever of the two forms. */
export interface DocumentInput {
  fields: JsonObject
  file: DocumentFile | null
  faults: InputFault[]
}

const MULTIPART_TYPE = 'multipart/form-data'

/** The base64 of the largest file and the JSON around it. */
const MAX_JSON_BYTES = 34 * 1024 * 1024
const DATA_URL = /^data:application\/pdf;base64,/
const NO_FILE: InputFault = { path: ['file'], code: 'required', message: 'file is required: a PDF' }

export async function documentInput(ctx: HttpContext): Promise<DocumentInput> {
  if (isOfType(ctx.request, MULTIPART_TYPE)) return fromForm(ctx)
  if (ctx.request.hasBody() && !isOfType(ctx.request, JSON_TYPE)) {
    throw new UnsupportedMediaType([MULTIPART_TYPE, JSON_TYPE])
  }
  return fromJson(await jsonBody(ctx.request, MAX_JSON_BYTES))
}

function fromJson({ file, ...fields }: JsonObject): DocumentInput {
  if (file === undefined || file === null) return { fields, file: null, faults: [NO_FILE] }
  const bytes = typeof file === 'string' ? decoded(file) : null
  if (bytes) return { fields, file: { bytes, name: '' }, faults: [] }
  const fault = { path: ['file'], code: 'not_base64', message: 'file must be the base64 of a PDF' }
  return { fields, file: null, faults: [fault] }
}

/** Node skips what is no base64, so a shorter result than the text promises shows that there was some. */
function decoded(text: string): Buffer | null {
  const plain = text.replace(DATA_URL, '').replace(/\s+/g, '')
  const digits = plain.length - (plain.endsWith('==') ? 2 : plain.endsWith('=') ? 1 : 0)
  const bytes = Buffer.from(plain, 'base64')
  return digits > 0 && bytes.length === Math.floor((digits * 3) / 4) ? bytes : null
}

async function fromForm({ request }: HttpContext): Promise<DocumentInput> {
  const { fields, files } = await multipartForm(request, FILE_LIMIT)
  const { file: text, ...others } = Object.fromEntries(fields)
  const [file, ...more] = files.filter(({ field }) => field === 'file')
  refuseOtherFiles(files)
  const values = formValues(others)
  const faults = [
    ...(file || text !== undefined ? [] : [NO_FILE]),
    ...(text === undefined ? [] : [oddFile('must be sent as a file, with a file name')]),
    ...(more.length === 0 ? [] : [oddFile('must be one file')]),
    ...repeated(fields),
    ...values.faults,
  ]
  return { fields: values.fields, file: file ?? null, faults }
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

const oddFile = (words: string): InputFault => ({
  path: ['file'],
  code: 'not_a_file',
  message: `file ${words}`,
})

function refuseOtherFiles(files: readonly FormFile[]): void {
  const other = files.find(({ field }) => field !== 'file')
  if (other) throw new UnknownField([other.field], ['file'])
}

const IN_JSON = ['signers', 'roles', 'fields', 'metadata', 'labels', 'reminders']

const TRUE_OR_FALSE = ['allowDelegation', 'send', 'textTags']

/** Form fields are text: those that hold more are written in JSON, or as true or false. */
function formValues(form: JsonObject): { fields: JsonObject; faults: InputFault[] } {
  const fields = { ...form }
  const faults: InputFault[] = []
  for (const name of IN_JSON) {
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
  return { fields, faults }
}
