import type { HttpContext } from '@adonisjs/core/http'
import { modelsOf } from '#app/tenancy/models/model_rows'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { EVENT_TYPES, TEST_EVENT } from '#app/webhooks/events/event_types'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { flash } from '#app/front_door/pages/flash'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { peopleToAsk } from '../people_to_ask.js'
import { DeliveryFilter } from './delivery_filter.js'
import { EndpointForm } from './endpoint_form.js'
import { findEndpoint } from './endpoint_page.js'
import { giving } from './giving.js'
import { noteOfPlan } from './note_of_plan.js'
import { showEndpoint } from './show_endpoint.js'
import { submissionOf } from '../submission_of.js'
import { keeping, showEndpointSecret } from './show_endpoint_secret.js'
import { endpointView } from './endpoint_view.js'

const EVENTS = EVENT_TYPES.filter((event) => event !== TEST_EVENT)

export default class EndpointsController {
  /** GET /settings/webhooks */
  async index(ctx: HttpContext) {
    const [rows] = await readPage(ctx, Endpoint.listing)
    const phrases = phrasesOf(ctx)
    const endpoints = modelsOf(Endpoint, rows).map((one) => endpointView(one, phrases))
    const people = await peopleToAsk(ctx.dashboard, 'allDocuments')
    const state = { endpoints, people, planNote: noteOfPlan(ctx) }
    return showPage(ctx, 'dashboard/webhooks/index', state)
  }

  /** GET /settings/webhooks/new */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    return showForm(ctx, EndpointForm.blank(phrasesOf(ctx)))
  }

  /** POST /settings/webhooks: the secret is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    const form = EndpointForm.of(ctx.request.body(), phrasesOf(ctx))
    const note = noteOfPlan(ctx)
    if (note) form.errors.form = note
    const decided = giving(ctx)
    const made = await submissionOf(ctx).run((keep) =>
      form.accept((params) => Endpoint.register(params, { ...decided, within: keeping(keep) }))
    )
    return made ? showEndpointSecret(ctx, made, { isNew: true }) : showForm(ctx, form, 422)
  }

  /** GET /settings/webhooks/:id */
  async show(ctx: HttpContext) {
    return showEndpoint(ctx, DeliveryFilter.of(ctx.request.qs()))
  }

  /** GET /settings/webhooks/:id/edit */
  async edit(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    return showEdit(ctx, endpoint, EndpointForm.from(endpoint, phrasesOf(ctx)))
  }

  /** POST /settings/webhooks/:id */
  async update(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const form = EndpointForm.of(ctx.request.body(), phrasesOf(ctx))
    try {
      const revised = await form.accept((params) =>
        endpoint.revise(form.changes(params), giving(ctx))
      )
      if (!revised) return showEdit(ctx, endpoint, form, 422)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      const stored = EndpointForm.from(endpoint, form.phrases)
      stored.errors.form = refusalIn(form.phrases, error)
      return showEdit(ctx, endpoint, stored, 409)
    }
    flash(ctx, 'success', form.phrases.t('webhooks.changed'))
    ctx.response.redirect(`${ctx.dashboard.base}/settings/webhooks/${endpoint.id}`, false, 303)
  }
}

function showForm(ctx: HttpContext, { values, errors }: EndpointForm, status = 200) {
  return showPage(ctx, 'dashboard/webhooks/create', { values, errors, eventTypes: EVENTS }, status)
}

function showEdit(ctx: HttpContext, endpoint: Endpoint, form: EndpointForm, status = 200) {
  const { values, errors, initial } = form
  const patterns = endpoint.events.filter((pattern) => /[^*]\*$/.test(pattern))
  const eventTypes = [...patterns, ...EVENTS]
  const view = endpointView(endpoint, form.phrases)
  const state = { endpoint: view, values, errors, initial, eventTypes }
  return showPage(ctx, 'dashboard/webhooks/edit', state, status)
}
