import type { HttpContext } from '@adonisjs/core/http'
import { OPERATIONS } from '../v1/operations/index.js'
import { LANGUAGES, requestSamples, type Language, type Sample } from './request_samples.js'

const WITHOUT_CURL: readonly Language[] = ['node', 'python', 'php']

/** Whole programs, one template per language, which tests run as the page shows them. */
const PROGRAMS: Record<string, readonly Language[]> = {
  quickstart: ['curl', ...WITHOUT_CURL],
  verify: WITHOUT_CURL,
  paging: WITHOUT_CURL,
}

export async function programSamples(
  view: HttpContext['view'],
  origin: string
): Promise<Record<string, Sample[]>> {
  const rendered = Object.entries(PROGRAMS).map(
    async ([name, languages]): Promise<[string, Sample[]]> => [
      name,
      await Promise.all(
        LANGUAGES.filter(({ key }) => languages.includes(key)).map(async ({ key, label }) => {
          const code = await view.render(`docs/samples/${name}_${key}`, { origin })
          return { language: key, label, code: code.trim() }
        })
      ),
    ]
  )
  return Object.fromEntries(await Promise.all(rendered))
}

/** Requests of the reference that a guide shows as well. */
const REQUESTS = {
  clock: 'test.clock.advance',
  reset: 'test.reset',
  template: 'templates.store',
  use: 'templates.documents.store',
  many: 'templates.bulk_sends.store',
  form: 'templates.forms.store',
  embed: 'documents.signers.embed',
  editor: 'documents.edit_fields',
  check: 'verify',
} as const

export function guideRequests(origin: string): Record<keyof typeof REQUESTS, Sample[]> {
  const { clock, reset, template, use, many, form, embed, editor, check } = REQUESTS
  return {
    clock: samplesOf(clock, origin),
    reset: samplesOf(reset, origin),
    template: samplesOf(template, origin),
    use: samplesOf(use, origin),
    many: samplesOf(many, origin),
    form: samplesOf(form, origin),
    embed: samplesOf(embed, origin),
    editor: samplesOf(editor, origin),
    check: samplesOf(check, origin),
  }
}

function samplesOf(wanted: string, origin: string): Sample[] {
  const operation = OPERATIONS.find(({ name }) => name === wanted)
  if (!operation) throw new RangeError(`No operation is called ${wanted}`)
  return requestSamples(operation, origin)
}
