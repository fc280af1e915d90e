import type { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { record } from '#app/events/record'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { endpointAddress } from './endpoint_address.js'
import { MAX_ENDPOINTS, refuseTheNextAfter } from './endpoint_limit.js'
import { EndpointSecret } from './endpoint_secret.js'
import { noteInTrail, type Doing } from './endpoint_trail.js'
import { refuseValues, type Giving } from './endpoint_values.js'
import { StoredEndpoint } from './stored_endpoint.js'
import EndpointNotEnabled from '../errors/endpoint_not_enabled.js'
import { assertEventFilter } from '../events/event_filter.js'
import { exampleData } from '../events/event_catalogue.js'
import { EXAMPLE_EVENT, TEST_EVENT, type EventType } from '../events/event_types.js'
import { DELIVER, ParkedDeliveries } from '../deliveries/parked_deliveries.js'

interface EndpointSettings {
  url: string
  events?: readonly string[]
  name?: string | null
  /** Whether events bring what signers filled in. */
  includeValues?: boolean
}

interface NewEndpoint extends EndpointSettings {
  /** Where somebody has noted it before. */
  id?: string
}

interface EndpointChanges extends Omit<Partial<EndpointSettings>, 'events'> {
  events?: readonly string[] | ((now: string[]) => readonly string[])
  /** A disabled endpoint is enabled or paused again by hand; none is disabled by hand. */
  status?: 'enabled' | 'paused'
}

const SOUND = { failingSince: null, givenUp: 0, strikes: 0, restsUntil: null, warnedAt: null }

/** What else belongs into the unit of a change. */
interface Revising extends Giving {
  within?: (endpoint: Endpoint) => Promise<void>
}

interface Registering extends Giving {
  within?: (endpoint: Endpoint, secret: Secret<string>) => Promise<void>
}

/** Where a tenant wants to be told of events, and of which. Live and test have their own. */
export default class Endpoint extends StoredEndpoint {
  static table = 'webhook_endpoints'

  /**
   * @returns the endpoint and its secret, which is not to be had again
   * @throws UrlForbidden, UnknownEvent, TooManyEndpoints, InsufficientScope
   */
  static async register(
    {
      id = newId('wh', CurrentTenant.get().environment),
      url,
      events = ['*'],
      name = null,
      includeValues = false,
    }: NewEndpoint,
    { by, within, assertMayReadValues = refuseValues }: Registering = {}
  ) {
    if (includeValues) assertMayReadValues()
    assertEventFilter(events)
    const address = await endpointAddress(url)
    const secret = EndpointSecret.generate()
    const sealed = await EndpointSecret.seal(id, secret)
    const now = clock.now()
    const endpoint = await unit(async () => {
      await refuseTheNextAfter(MAX_ENDPOINTS)
      const details = { url: address, events: [...events], name, status: 'enabled' as const }
      const made = await this.create({
        id,
        ...details,
        includeValues,
        secret: sealed,
        createdAt: now,
        updatedAt: now,
      })
      const what = { address: true, events: true, values: includeValues } as const
      await noteInTrail('webhook.created', made, { by }, what)
      await within?.(made, secret)
      return made
    })
    return { endpoint, secret }
  }

  static reading(id: string): Statement {
    return { text: 'select * from webhook_endpoints where id = $1', values: [id] }
  }

  static newestFirst(): Promise<Endpoint[]> {
    return this.query().orderBy('created_at', 'desc').orderBy('id', 'desc')
  }

  /** Waits for a change under way, and lets deliveries of new events be made meanwhile. */
  static lock(id: string): Promise<Endpoint> {
    const query = this.query().where('id', id)
    query.knexQuery.forNoKeyUpdate()
    return query.firstOrFail()
  }

  /** All its changes go through here: the row is locked, and what it then says decides. */
  async change(decide: (locked: Endpoint) => Partial<Endpoint>): Promise<void> {
    await unit(async () => {
      const locked = await Endpoint.lock(this.id)
      await locked.merge({ ...decide(locked), updatedAt: clock.now() }).save()
      await this.refresh()
    })
  }

  /**
   * Leaving an endpoint subscribed to values gives them to its receiver. Pausing it gives nothing.
   *
   * @throws UrlForbidden, UnknownEvent, InsufficientScope
   */
  async revise(
    changes: EndpointChanges,
    { by, within, assertMayReadValues = refuseValues }: Revising = {}
  ): Promise<this> {
    const { url, events, name, status, includeValues } = changes
    const isRevised = [url, events, name, includeValues].some((wish) => wish !== undefined)
    const isGiving = isRevised || status === 'enabled'
    const address = url === undefined ? undefined : await endpointAddress(url)
    await unit(async () => {
      await this.change((locked) => {
        if (isGiving && (includeValues ?? locked.includeValues)) assertMayReadValues()
        return {
          url: address ?? locked.url,
          ...(address !== undefined && address !== locked.url && SOUND),
          events: revisedEvents(events, locked),
          name: name === undefined ? locked.name : name,
          includeValues: includeValues ?? locked.includeValues,
        }
      })
      const what = { address: true, events: true, values: includeValues !== undefined } as const
      if (isRevised) await noteInTrail('webhook.changed', this, { by }, what)
      if (status === 'enabled' && this.status !== 'enabled') await this.enable({ by })
      if (status === 'paused' && this.status !== 'paused') await this.pause({ by })
      await within?.(this)
    })
    return this
  }

  /** Deliveries wait until it is enabled again. */
  async pause({ by }: Doing = {}): Promise<void> {
    await unit(async () => {
      await this.change(() => ({ status: 'paused', disabledReason: null }))
      await noteInTrail('webhook.paused', this, { by })
    })
  }

  /** Deliveries end; new events make none. */
  async disable(reason: string): Promise<void> {
    await unit(async () => {
      await this.change(() => ({
        status: 'disabled',
        disabledReason: reason,
        disabledAt: tenantClock.now(),
      }))
      await ParkedDeliveries.giveUp(this.id)
    })
  }

  /** What waited is delivered now, and what failed before is forgotten. */
  async enable({ by }: Doing = {}): Promise<void> {
    await unit(async () => {
      await this.change(() => ({ status: 'enabled', disabledReason: null, ...SOUND }))
      await ParkedDeliveries.release(this.id)
      await noteInTrail('webhook.enabled', this, { by })
    })
  }

  /** What is on its way ends, what waits is withdrawn, and its log goes with it. */
  async remove({ by }: Doing = {}): Promise<void> {
    await this.discard(() => noteInTrail('webhook.deleted', this, { by }, { address: true }))
  }

  /**
   * The same for one that belongs to something else, whose end the trail tells of. Its log, which takes long, goes first: once its row is
   * locked, the tenant's events wait for it.
   *
   * @param noted  in the trail, whose end is locked before the row
   */
  async discard(noted?: () => Promise<unknown>): Promise<void> {
    const text = 'delete from webhook_deliveries where endpoint_id = $1'
    await unit(async () => {
      await CurrentTenant.batch([{ text, values: [this.id] }])
      await noted?.()
      await this.delete()
      Outbox.withdraw(DELIVER, this.id)
    })
  }

  /** An event for this endpoint alone, whatever it listens to: a test, or the example of a type. @returns its id @throws EndpointNotEnabled */
  async test(event: EventType = TEST_EVENT): Promise<string> {
    if (this.status === 'disabled') throw new EndpointNotEnabled()
    return unit(async () => {
      const id = record({
        name: event === TEST_EVENT ? TEST_EVENT : EXAMPLE_EVENT,
        publicName: event,
        ref: this.id,
        data: { ...exampleData(event), webhookId: this.id, isTest: true },
      })
      if (id === null) throw new RangeError('A test event has data, and so an id')
      return id
    })
  }
}

function revisedEvents(wanted: EndpointChanges['events'], { events: now }: Endpoint): string[] {
  if (wanted === undefined) return now
  const events = typeof wanted === 'function' ? wanted(now) : wanted
  assertEventFilter(events)
  return [...events]
}
