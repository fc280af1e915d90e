import { ENVIRONMENTS } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import type { Environment } from '#app/foundation/environment'
import type { Party } from '../parties/party.js'
import type { Resources } from '../parties/resources.js'
import { formsIn, routeOf, type Form } from './form.js'
import { addressOf, isApi, isScim, nameOf, type Route } from './route_list.js'
import type { Body } from './reader.js'

/** A form, and the page on which it was shown. */
export interface FoundForm extends Form {
  readonly page: string
}

interface Operation {
  requestBody?: {
    content?: Record<string, { schema?: { examples?: unknown[] }; example?: unknown }>
  }
  parameters?: { name: string; in: string }[]
}

/** Forms of a route that one party was shown. More would say the same. */
const MOST_FORMS = 3

/** What can be sent: forms as their rightful owners were shown them, and the examples of the API's description. */
export class Catalogue {
  #forms = new Map<string, Map<string, FoundForm[]>>()
  #operations = new Map<string, Operation>()

  constructor(readonly routes: readonly Route[]) {}

  /** @param description  the OpenAPI document, as it is served */
  describe(description: string): void {
    const { paths = {} } = JSON.parse(description.slice(description.indexOf('{"openapi"'))) as {
      paths?: Record<string, Record<string, Operation>>
    }
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations)) {
        const name = path.replace(/^\/api(?:\/v1)?/, '').replaceAll(/\{\w+\}/g, ':')
        this.#operations.set(`${method.toUpperCase()} ${name}`, operation)
      }
  }

  /** Keeps the forms of a page of somebody's. */
  note(whose: string, page: string, html: string, at: Route['at']): void {
    const routes = this.routes.filter((route) => route.at === at)
    for (const form of formsIn(html)) {
      const route = routeOf(form.action, routes)
      if (!route) continue
      const known = this.#formsOf(whose, route)
      if (known.length < MOST_FORMS && !known.some(({ action }) => action === form.action))
        known.push({ ...form, page })
    }
  }

  formsOf(whose: string, route: Route): readonly FoundForm[] {
    return this.#formsOf(whose, route)
  }

  hasForm(route: Route): boolean {
    return [...this.#forms.values()].some(
      (byRoute) => (byRoute.get(nameOf(route)) ?? []).length > 0
    )
  }

  operation(route: Route): Operation | undefined {
    const path = route.pattern.replace(/^\/api(?:\/v1)?/, '').replaceAll(/:\w+/g, ':')
    return this.#operations.get(`${route.method} ${path}`)
  }

  /** The requests for a route on somebody's things, valid as far as we know. */
  requests(route: Route, party: Party, environment: Environment): { path: string; body?: Body }[] {
    const resources = party.resources[environment]
    if (route.method !== 'GET' && !isApi(route) && !isScim(route)) {
      const shown = this.formsOf(party.name, route).filter(({ action }) =>
        isAbout(action, resources, party, environment)
      )
      if (shown.length > 0)
        return shown.map(({ action, fields }) => ({ path: action, body: { form: fields } }))
    }
    return this.with(route, resources)
  }

  /** The same where their own form is not at hand: with that of somebody else. */
  with(route: Route, resources: Resources): { path: string; body?: Body }[] {
    const path = addressOf(route, resources)
    return path === null ? [] : [{ path, body: this.#bodyOf(route) }]
  }

  #bodyOf(route: Route): Body | undefined {
    if (route.method === 'GET') return undefined
    if (isApi(route)) return { json: this.#example(route) ?? {} }
    if (isScim(route)) return { json: scimExample(route) }
    const [shown] = [...this.#forms.values()].flatMap((byRoute) => byRoute.get(nameOf(route)) ?? [])
    return { form: shown?.fields ?? [] }
  }

  #example(route: Route): unknown {
    const content = this.operation(route)?.requestBody?.content?.['application/json']
    return content?.example ?? content?.schema?.examples?.[0]
  }

  #formsOf(whose: string, route: Route): FoundForm[] {
    const byRoute = this.#forms.get(whose) ?? new Map<string, FoundForm[]>()
    this.#forms.set(whose, byRoute)
    const shown = byRoute.get(nameOf(route)) ?? []
    byRoute.set(nameOf(route), shown)
    return shown
  }
}

/** What providers send (RFC 7644, 3.3 and 3.5). */
function scimExample({ method, pattern }: Route): unknown {
  if (method === 'PATCH')
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'displayName', value: 'Somebody else' }],
    }
  const isUser = pattern.includes('/Users')
  return isUser
    ? { userName: `${newId('usr')}@example.com`, active: true }
    : { displayName: newId('grp'), members: [] }
}

/** A form about a thing of the other environment is none of this one's. */
function isAbout(
  action: string,
  resources: Resources,
  party: Party,
  environment: Environment
): boolean {
  const other = ENVIRONMENTS.find((one) => one !== environment)!
  const mine = new Set(Object.values(resources).flat())
  const theirs = Object.values(party.resources[other]).flat()
  return !theirs.some((id) => !mine.has(id) && action.includes(id))
}
