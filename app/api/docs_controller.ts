import type { HttpContext } from '@adonisjs/core/http'
import { pageLook } from '#app/front_door/page_look'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Profile } from '#app/tenants/profile'
import { errorType } from './error_type.js'
import { ERROR_CATALOGUE, type ErrorEntry } from './error_catalogue.js'

/** At the host that all tenants share it is nobody's page. */
const NOBODY = pageLook({ name: 'API' })

export default class DocsController {
  /** GET /docs/errors: where `docUrl` of an error leads. */
  async errors(ctx: HttpContext) {
    const isBranded = ctx.place.kind === 'tenant'
    const brand = isBranded ? await lookOf(ctx) : NOBODY
    const page = await ctx.view.render('docs/errors', { brand, isBranded, errors: ERRORS })
    return ctx.response.type('text/html').send(page)
  }
}

const ERRORS = ERROR_CATALOGUE.map(({ code, status, meaning }: ErrorEntry) => ({
  code,
  status,
  type: errorType(status),
  parts: partsOf(meaning),
}))

function lookOf({ tenant }: HttpContext) {
  return CurrentTenant.run({ tenant, environment: 'live' }, async () =>
    pageLook((await Profile.current()).brand.snapshot)
  )
}

/** Between grave accents stands code. */
function partsOf(meaning: string) {
  return meaning
    .split(/`([^`]+)`/)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
