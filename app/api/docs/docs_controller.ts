import { errors } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isLoopbackName } from '#app/foundation/outbound/loopback_lookup'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Profile } from '#app/brand/profile'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { EVENT_CATALOGUE } from '#app/webhooks/events/event_catalogue'
import { ERROR_CATALOGUE, type ErrorEntry } from '../error_catalogue.js'
import { errorType } from '../error_type.js'
import { errorExamples } from '../v1/openapi/answers.js'
import { OPERATIONS } from '../v1/operations/index.js'
import { CONTENTS, GUIDES, REFERENCE } from './contents.js'
import { fieldRows } from './field_rows.js'
import { FIELD_SAMPLES } from './field_samples.js'
import { partsOf } from './prose.js'
import { sealRoots } from './seal_roots.js'
import { guideRequests, programSamples } from './samples.js'
import { search } from './search.js'
import { operationView } from './operation_view.js'

/** At the host that all tenants share it is nobody's page. */
const NOBODY = pageTheme({ name: 'API' })

const ERRORS = ERROR_CATALOGUE.map(({ code, status, meaning }: ErrorEntry) => ({
  code,
  status,
  type: errorType(status),
  about: partsOf(meaning),
}))

const EVENTS = EVENT_CATALOGUE.map(({ name, description, schema, example }) => ({
  name,
  about: partsOf(description),
  fields: fieldRows(schema),
  example: JSON.stringify(example, null, 2),
}))

/** As one is written into the description. */
function refusal(origin: string): string {
  const { value } = errorExamples(`${origin}/docs`, OPERATIONS).validation_failed
  return JSON.stringify(value, null, 2)
}

/** The documentation of the API, made from what the API itself reads. */
export default class DocsController {
  /** GET /docs */
  async index(ctx: HttpContext) {
    return page(ctx, 'docs/overview', {})
  }

  /** GET /docs/guides/:slug */
  async guide(ctx: HttpContext) {
    const guide = GUIDES.find(({ slug }) => slug === ctx.params.slug)
    if (!guide) throw missing(ctx)
    const origin = originOf(ctx)
    const { hostname } = new URL(origin)
    const client = await ctx.view.render('docs/samples/typed_client', { origin })
    const library = await ctx.view.render('docs/samples/verify_library')
    return page(ctx, `docs/guides/${guide.slug.replace('-', '_')}`, {
      guide,
      programs: await programSamples(ctx.view, origin),
      requests: guideRequests(origin),
      client: client.trim(),
      library: library.trim(),
      fieldSamples: FIELD_SAMPLES,
      roots: guide.slug === 'verifying' ? await sealRoots() : [],
      refusal: refusal(origin),
      hostname,
      isLocal: isLoopbackName(hostname),
    })
  }

  /** GET /docs/reference/:slug */
  async resource(ctx: HttpContext) {
    const path = `/docs/reference/${ctx.params.slug}`
    const shown = REFERENCE.find((one) => one.path === path)
    if (!shown) throw missing(ctx)
    const operations = shown.resource.operations.map((operation) =>
      operationView(operation, originOf(ctx))
    )
    return page(ctx, 'docs/resource', { ...shown, about: partsOf(shown.text), operations })
  }

  /** GET /docs/events */
  async events(ctx: HttpContext) {
    return page(ctx, 'docs/events', { events: EVENTS })
  }

  /** GET /docs/errors: where `docUrl` of an error leads. */
  async errors(ctx: HttpContext) {
    return page(ctx, 'docs/errors', { errors: ERRORS })
  }

  /** GET /docs/search?q=: a page, or for `<docs-search>` what was found alone. */
  async search(ctx: HttpContext) {
    const { q, part } = ctx.request.qs()
    const question = typeof q === 'string' ? q : ''
    const state = { question, found: search(question) }
    if (part === 'found') return ctx.view.render('docs/found', state)
    return page(ctx, 'docs/search', state)
  }
}

async function page(ctx: HttpContext, template: string, state: object) {
  const isBranded = ctx.target.kind === 'tenant'
  ctx.view.share({
    brand: isBranded ? await themeOf(ctx) : NOBODY,
    isBranded,
    contents: () => CONTENTS, // Edge copies all values that are shared, and calls no function
    current: ctx.request.url(),
    origin: originOf(ctx),
  })
  return ctx.response.type('text/html').send(await ctx.view.render(template, state))
}

function themeOf({ tenant }: HttpContext) {
  return CurrentTenant.run({ tenant, environment: 'live' }, async () =>
    pageTheme((await Profile.current()).brand.snapshot)
  )
}

function originOf({ target }: HttpContext): string {
  return publicUrl(target.host, '')
}

function missing({ request }: HttpContext) {
  return new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
}
