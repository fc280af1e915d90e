import type Endpoint from '#app/webhooks/endpoints/endpoint'
import type { Changes } from '#app/foundation/changes'
import { isRefusal } from '#app/foundation/refusal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { uriOf, webAddress } from '#app/foundation/web_address'
import { typedText } from '#app/front_door/bodies/typed_text'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import { InitialValues } from '../initial_values.js'

const MAX_URL = 2_048
const MAX_NAME = 100
const EVERYTHING = ['*']

interface Values {
  url: string
  name: string
  events: string[]
  includeValues: boolean
}

type Params = Omit<Values, 'name'> & { name: string | null }
type FormField = 'form' | 'url' | 'name' | 'events'

/** Where on the page a refusal of the domain is said. */
const FIELD_OF: Record<string, FormField> = {
  url_forbidden: 'url',
  validation_failed: 'events',
}

/** The form of a webhook endpoint: what was typed, and what is wrong with it. */
export class EndpointForm {
  readonly errors: Partial<Record<FormField, string>> = {}

  private constructor(
    readonly values: Values,
    readonly phrases: DashboardPhrasebook,
    /** The settings of the endpoint that it began with. */
    readonly initial = ''
  ) {}

  static blank(phrases: DashboardPhrasebook): EndpointForm {
    const values = { url: '', name: '', events: EVERYTHING, includeValues: false }
    return new EndpointForm(values, phrases)
  }

  static from(endpoint: Endpoint, phrases: DashboardPhrasebook): EndpointForm {
    const { url, name, events, includeValues } = endpoint
    const initial = InitialValues.write({ url, name, events, includeValues })
    return new EndpointForm({ url, name: name ?? '', events, includeValues }, phrases, initial)
  }

  static of(fields: Record<string, unknown>, phrases: DashboardPhrasebook): EndpointForm {
    const values = {
      url: typedText(fields.url),
      name: typedText(fields.name),
      events: chosen(fields.events),
      includeValues: fields.includeValues === '1',
    }
    return new EndpointForm(values, phrases, typedText(fields.initial))
  }

  /** @returns null where something is wrong, which `errors` then tells @throws ChangedMeanwhile */
  async accept<T>(register: (params: Params) => Promise<T>): Promise<T | null> {
    this.#check()
    if (Object.keys(this.errors).length > 0) return null
    try {
      const { url, name, ...params } = this.values
      const address = uriOf(webAddress(url)!, url)
      return await register({ ...params, url: address, name: name || null })
    } catch (error) {
      if (!isRefusal(error) || error instanceof ChangedMeanwhile) throw error
      this.errors[FIELD_OF[error.code] ?? 'form'] = refusalIn(this.phrases, error)
      return null
    }
  }

  /** What to change in an endpoint that is there. */
  changes(params: Params): Omit<Partial<Params>, 'events'> & Changes<Pick<Params, 'events'>> {
    return InitialValues.changes(params, this.initial, { events: EVENT_TYPES.length })
  }

  #check(): void {
    const { url, name, events } = this.values
    const { t } = this.phrases
    this.#note('url', isFit(url) ? null : t('webhooks.no_url'))
    this.#note('name', faultOfLine(name, MAX_NAME, this.phrases))
    this.#note('events', events.length > 0 ? null : t('webhooks.no_events'))
  }

  #note(field: FormField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}

function isFit(url: string): boolean {
  return url.length <= MAX_URL && webAddress(url) !== null
}

/** All of them is one choice, which covers those to come. */
function chosen(sent: unknown): string[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  const events = all.filter((event) => typeof event === 'string' && event !== '') as string[]
  return events.includes('*') ? EVERYTHING : events
}
