import type { HttpContext } from '@adonisjs/core/http'
import { modelsOf } from '#app/tenancy/model_rows'
import Endpoint from '#app/webhooks/endpoint'
import { EVENT_TYPES, TEST_EVENT } from '#app/webhooks/event_types'
import { endpointPage } from './endpoint_page.js'
import { NewEndpointForm } from './new_endpoint_form.js'
import { readPage, showPage } from './page.js'
import { shownDelivery, shownEndpoint } from './shown_endpoint.js'

const NEWEST_FIRST = { text: 'select * from webhook_endpoints order by created_at desc, id desc' }
const EVENTS = EVENT_TYPES.filter((event) => event !== TEST_EVENT)

export default class EndpointsController {
  /** GET /settings/webhooks */
  async index(ctx: HttpContext) {
    ctx.desk.require('webhooks')
    const [rows] = await readPage(ctx, NEWEST_FIRST)
    const endpoints = modelsOf(Endpoint, rows).map(shownEndpoint)
    return showPage(ctx, 'dashboard/webhooks/index', { endpoints, planNote: noteOfPlan(ctx) })
  }

  /** GET /settings/webhooks/new */
  async create(ctx: HttpContext) {
    ctx.desk.require('webhooks')
    await readPage(ctx)
    return showForm(ctx, NewEndpointForm.blank())
  }

  /** POST /settings/webhooks: the secret is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    ctx.desk.require('webhooks')
    await readPage(ctx)
    const form = NewEndpointForm.of(ctx.request.body())
    const note = noteOfPlan(ctx)
    if (note) form.errors.form = note
    const made = await form.accept((wishes) => Endpoint.register(wishes))
    if (!made) return showForm(ctx, form, 422)
    return showPage(ctx, 'dashboard/webhooks/show', {
      endpoint: shownEndpoint(made.endpoint),
      secret: made.secret.release(),
      deliveries: [],
    })
  }

  /** GET /settings/webhooks/:id */
  async show(ctx: HttpContext) {
    const { endpoint, deliveries } = await endpointPage(ctx)
    return showPage(ctx, 'dashboard/webhooks/show', {
      endpoint: shownEndpoint(endpoint),
      secret: null,
      deliveries: deliveries.map((delivery) => shownDelivery(delivery, endpoint)),
    })
  }
}

function showForm(ctx: HttpContext, { values, errors }: NewEndpointForm, status = 200) {
  return showPage(ctx, 'dashboard/webhooks/create', { values, errors, eventTypes: EVENTS }, status)
}

/** Why there can be none; null where there can. The sandbox has webhooks on every plan. */
function noteOfPlan({ profile: { standing } }: HttpContext): string | null {
  return standing.may('webhooks')
    ? null
    : `Your plan, ${standing.planName}, has webhooks in the sandbox only.`
}
