import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { ConsoleSubmission } from '#app/front_door/bodies/console_submission'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import Incident, { INCIDENT_STATES } from '#app/monitoring/incidents/incident'
import { actorOf } from '../signed_in.js'
import { faultOfUpdate } from './incident_form.js'
import { showIncident, type UpdateValues } from './incident_page.js'
import { toldIncident } from './incidents_controller.js'

export default class IncidentUpdatesController {
  /** POST /incidents/:id/updates {state, text}: `resolved` ends the incident. */
  async store(ctx: HttpContext) {
    const incident = await toldIncident(ctx)
    const values = read(ctx)
    const fault = faultOfUpdate(values.text)
    if (fault) return showIncident(ctx, incident, values, fault)
    const done =
      values.state === 'resolved' ? 'It is resolved.' : 'The update is on the status pages.'
    await flashOutcome(ctx, { back: `/incidents/${incident.id}`, done }, () =>
      ConsoleSubmission.of(ctx, ctx.operator.id).run(async (trx) => {
        await Incident.update(incident.id, values, trx)
        const details = { incidentId: incident.id, state: values.state }
        await PlatformTrail.append(
          { action: 'incident.updated', actor: actorOf(ctx), details },
          trx
        )
        return {}
      })
    )
  }
}

function read({ request }: HttpContext): UpdateValues {
  const { state, text } = request.body()
  const known = INCIDENT_STATES.find((one) => one === state)
  return { state: known ?? 'investigating', text: typedText(text) }
}
