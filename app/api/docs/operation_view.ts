import { errorType } from '../error_type.js'
import { ERROR_CATALOGUE } from '../error_catalogue.js'
import {
  planNote,
  scopesOf,
  takesIdempotencyKey,
  type Answer,
  type Operation,
} from '../v1/operations/operation.js'
import { errorsOf } from '../v1/operations/operation_errors.js'
import { exampleOf } from '#app/foundation/schema/example'
import { jsonShapeOf, parametersOf, pathOf } from '../v1/openapi/inputs.js'
import { fieldRow, fieldRows, type FieldRow } from './field_rows.js'
import { partsOf, type Part } from './prose.js'
import { requestSamples } from './request_samples.js'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: object
}

/** An operation as its page shows it. */
export function operationView(operation: Operation, origin: string) {
  const { name, method, scope, summary, description = '', deprecation, answers } = operation
  const body = jsonShapeOf(operation)
  return {
    id: name,
    method,
    path: `/api/v1${pathOf(operation)}`,
    scopes: scopesOf(operation),
    planNote: planNote(operation),
    needsKey: scope !== 'none',
    summary,
    about: partsOf(description),
    deprecation,
    takesIdempotencyKey: takesIdempotencyKey(operation),
    takesForm: operation.file !== undefined,
    parameters: parameterRows(operation),
    fields: body ? fieldRows(body) : [],
    answers: Object.entries(answers).map(([status, answer]) => answerView(status, answer)),
    errors: errorsByStatus(operation),
    samples: requestSamples(operation, origin),
  }
}

/** Those of the address; the header for repetitions is the same everywhere, and has a guide. */
function parameterRows(operation: Operation): (FieldRow & { place: string })[] {
  return (parametersOf(operation) as (Parameter | { $ref: string })[])
    .filter((parameter) => 'name' in parameter)
    .map(({ name, required, description, schema, in: place }) => ({
      ...fieldRow(name, { description, ...schema }, required),
      place,
    }))
}

function answerView(status: string, { description, schema, types = [], ...shown }: Answer) {
  const about: Part[] = partsOf(description)
  if (!schema) return { status, about, types, fields: [], example: null }
  const example = JSON.stringify(shown.example ?? exampleOf(schema), null, 2)
  return { status, about, types, fields: fieldRows(schema), example }
}

function errorsByStatus(operation: Operation) {
  const codes = new Set<string>(errorsOf(operation))
  const known = ERROR_CATALOGUE.filter(({ code }) => codes.has(code))
  return [...Map.groupBy(known, ({ status }) => status)].map(([status, entries]) => ({
    status,
    type: errorType(status),
    codes: entries.map(({ code }) => code),
  }))
}
