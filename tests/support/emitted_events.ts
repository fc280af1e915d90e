import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Cell } from '#app/tenancy/cell'
import { EVENT_CATALOGUE } from '#app/webhooks/events/event_catalogue'
import { asSuperuser } from './superuser.js'

const SCHEMAS_A_QUERY = 100

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>(
  EVENT_CATALOGUE.map(({ name, schema }) => [name, ajv.compile(schema)])
)

/** Made up by a test that needs just something to deliver, or to steal: it tells of a document that there is not, or nothing at all. */
const MADE_UP = `
  case when name like 'document.%' then document_id is null
       when body is json then body::jsonb #> '{data,documentId}' is not null
       else true end`

/** What is wrong with a body that subscribers are sent; null when the catalogue describes it. */
export function faultOfEvent(body: string): string | null {
  const { event } = JSON.parse(body) as { event: string }
  const isValid = validators.get(event)
  if (!isValid) return `${event} is not in the catalogue`
  return isValid(JSON.parse(body)) ? null : `${event}: ${ajv.errorsText(isValid.errors)} in ${body}`
}

/** Every event that the tests have left in the tenants of this cell. @throws naming those that are not as the catalogue says */
export async function assertEventsAsDescribed(): Promise<void> {
  const faults = (await emittedEvents()).map(faultOfEvent).filter((fault) => fault !== null)
  if (faults.length === 0) return
  const some = [...new Set(faults)].slice(0, 10).join('\n')
  throw new Error(`${faults.length} events are not as events/types says:\n${some}`)
}

/** Bodies, each once. */
export function emittedEvents(): Promise<string[]> {
  return asSuperuser(Cell.named('main').database, async (superuser) => {
    const { rows } = await superuser.query<{ schemaname: string }>(
      `select schemaname from pg_tables where tablename = 'events' and schemaname ~ '^t_[0-9a-z]{26}_(live|test)$'`
    )
    const bodies: string[] = []
    for (let first = 0; first < rows.length; first += SCHEMAS_A_QUERY) {
      const reads = rows
        .slice(first, first + SCHEMAS_A_QUERY)
        .map(({ schemaname }) => `select body from ${schemaname}.events where not (${MADE_UP})`)
      const found = await superuser.query<{ body: string }>(reads.join(' union all '))
      bodies.push(...found.rows.map(({ body }) => body))
    }
    return bodies
  })
}
