import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { isIdentifier } from '#app/foundation/identifier'
import { ConsoleSubmission } from '#app/front_door/bodies/console_submission'
import { flash } from '#app/front_door/pages/flash'
import Incident, { IMPACTS, MAX_TEXT, MAX_TITLE } from '#app/monitoring/incidents/incident'
import { ToldIncidents, type ToldIncident } from '#app/monitoring/incidents/told_incident'
import { SERVICE_PARTS } from '#app/monitoring/samples/service_part'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { EMPTY, faultsOf, readIncident, resellerIdOf } from './incident_form.js'
import type { Faults, IncidentValues } from './incident_form.js'
import { IMPACT_WORDS, PART_WORDS } from './incident_words.js'
import { showIncident } from './incident_page.js'

const NEWEST = 100

export default class IncidentsController {
  /** GET /incidents */
  async index(ctx: HttpContext) {
    const incidents = await Incident.newest(NEWEST)
    const resellers = new Map(
      (await Tenant.findMany(incidents.flatMap(({ resellerId }) => resellerId ?? []))).map(
        ({ id, name }) => [id, name]
      )
    )
    const shown = incidents.map(({ id, title, parts, isOpen, beganAt, resellerId }) => ({
      ...{ id, title, isOpen, beganAt, parts: parts.map((part) => PART_WORDS[part]) },
      reseller: resellerId && (resellers.get(resellerId) ?? resellerId),
    }))
    return showPage(ctx, 'incidents/index', { incidents: shown })
  }

  /** GET /incidents/new */
  async create(ctx: HttpContext) {
    return form(ctx, EMPTY)
  }

  /** POST /incidents: from then on it is on the status pages of those whom it is for. */
  async store(ctx: HttpContext) {
    const values = readIncident(ctx)
    const errors = faultsOf(values)
    const resellerId = await resellerIdOf(values.reseller)
    if (resellerId === undefined) errors.reseller = 'No tenant has this slug.'
    if (resellerId === undefined || Object.keys(errors).length > 0) return form(ctx, values, errors)
    const submission = ConsoleSubmission.of<{ id: string }>(ctx, ctx.operator.id)
    const opened = await submission.run(async (trx) => {
      const { id, parts, impact } = await Incident.open({ ...values, resellerId }, trx)
      const details = { incidentId: id, parts, impact, resellerId }
      await PlatformTrail.append({ action: 'incident.opened', actor: actorOf(ctx), details }, trx)
      return { id }
    })
    flash(ctx, 'success', 'It is on the status pages now.')
    ctx.response.redirect(opened ? `/incidents/${opened.id}` : '/incidents', false, 303)
  }

  /** GET /incidents/:id */
  async show(ctx: HttpContext) {
    return showIncident(ctx, await toldIncident(ctx))
  }
}

/** @throws NothingHere */
export async function toldIncident({ params }: HttpContext): Promise<ToldIncident> {
  const incident = isIdentifier('inc', params.id) ? await ToldIncidents.one(params.id) : null
  if (!incident) throw new NothingHere()
  return incident
}

function form(ctx: HttpContext, values: IncidentValues, errors: Faults = {}) {
  const choices = {
    parts: SERVICE_PARTS.map((key) => ({ key, name: PART_WORDS[key] })),
    impacts: IMPACTS.map((key) => ({ key, name: IMPACT_WORDS[key] })),
    ...{ maxTitle: MAX_TITLE, maxText: MAX_TEXT },
  }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return showPage(ctx, 'incidents/create', { values, errors, choices }, status)
}
