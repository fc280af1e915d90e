import type { Resource } from './operation.js'
import analytics from './analytics.js'
import bulkSends from './bulk_sends.js'
import documentFiles from './document_files.js'
import documents from './documents.js'
import events from './events.js'
import forms from './forms.js'
import keys from './keys.js'
import labels from './labels.js'
import questions from './questions.js'
import sandbox from './sandbox.js'
import security from './security.js'
import service from './service.js'
import signatures from './signatures.js'
import templates from './templates.js'
import tenants from './tenants.js'
import usage from './usage.js'
import verification from './verification.js'
import webhooks from './webhooks.js'

/**
 * Everything that can be asked of the API, in the order of its documentation.
 *
 * A new operation is a row in the file of its resource; a new resource is a file here. The row names a Vine validator for what comes in
 * and a schema for what goes out; routes of both path styles, the OpenAPI document, its pages and the contract tests follow from it. A
 * controller reads its input by `queryOf`, `bodyOf` and `fileOf` (input/) and answers by `answer` (answer/). What is told of it in
 * docs/api/operations.md is held against this table by a test, as is every code of error in `errors`.
 */
export const RESOURCES: readonly Resource[] = [
  signatures,
  documents,
  documentFiles,
  questions,
  labels,
  templates,
  bulkSends,
  forms,
  webhooks,
  events,
  keys,
  security,
  analytics,
  usage,
  tenants,
  verification,
  sandbox,
  service,
]

export const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations)
