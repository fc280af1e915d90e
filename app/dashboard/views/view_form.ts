import type { HttpContext } from '@adonisjs/core/http'
import { EVERYBODY } from '#app/documents/views/saved_view'
import { MAX_VIEW_NAME } from '#app/documents/views/saved_views'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { ViewPolicy } from '#app/identity/access/view_policy'
import type { DashboardContext } from '../dashboard_context.js'

export interface TypedView {
  name: string
  shared_with: string | null
}

interface Sharing {
  value: string
  label: string
}

/**
 * With whom somebody may share a view; nobody else comes first.
 *
 * @param now  with whom it is shared: that stays possible, also with a team of others
 */
export function sharingChoices(dashboard: DashboardContext, now: string | null = null): Sharing[] {
  const may = dashboard.may.bind(dashboard)
  const teams = ViewPolicy.mayShareWithTeam(may) ? dashboard.session.teams : []
  const choices = [
    { value: '', label: 'Nobody else' },
    ...teams.map(({ id, name }) => ({ value: id, label: `The team ${name}` })),
    ...(ViewPolicy.mayShareWithEverybody(may) ? [EVERYBODY_CHOICE] : []),
  ]
  const isKnown = now === null || choices.some(({ value }) => value === now)
  if (isKnown) return choices
  const kept = now === EVERYBODY ? EVERYBODY_CHOICE : { value: now, label: 'A team' }
  return [...choices, kept]
}

const EVERYBODY_CHOICE = { value: EVERYBODY, label: 'Everybody in the account' }

export function typedView({ request }: HttpContext): TypedView {
  const { name, shared } = request.body()
  return { name: typedText(name), shared_with: typedText(shared) || null }
}

/** What is wrong with it, in a sentence. @param choices  of `sharingChoices` */
export function faultOfView(
  { name, shared_with: shared }: TypedView,
  choices: readonly Sharing[]
): string | null {
  if (!choices.some(({ value }) => value === (shared ?? '')))
    return 'You cannot share it with them. Choose again.'
  return name ? faultOfLine(name, MAX_VIEW_NAME) : 'Give the view a name.'
}
