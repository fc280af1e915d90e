import type { HttpContext } from '@adonisjs/core/http'
import { EVERYBODY } from '#app/documents/views/saved_view'
import { MAX_VIEW_NAME } from '#app/documents/views/saved_views'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
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
export function sharingChoices(
  dashboard: DashboardContext,
  { t }: DashboardPhrasebook,
  now: string | null = null
): Sharing[] {
  const may = dashboard.may.bind(dashboard)
  const teams = ViewPolicy.mayShareWithTeam(may) ? dashboard.session.teams : []
  const everybody = { value: EVERYBODY, label: t('views.everybody') }
  const choices = [
    { value: '', label: t('views.nobody') },
    ...teams.map(({ id, name }) => ({ value: id, label: t('views.team', { name }) })),
    ...(ViewPolicy.mayShareWithEverybody(may) ? [everybody] : []),
  ]
  const isKnown = now === null || choices.some(({ value }) => value === now)
  if (isKnown) return choices
  const kept = now === EVERYBODY ? everybody : { value: now, label: t('views.some_team') }
  return [...choices, kept]
}

export function typedView({ request }: HttpContext): TypedView {
  const { name, shared } = request.body()
  return { name: typedText(name), shared_with: typedText(shared) || null }
}

/** What is wrong with it, in a sentence. @param choices  of `sharingChoices` */
export function faultOfView(
  { name, shared_with: shared }: TypedView,
  choices: readonly Sharing[],
  phrases: DashboardPhrasebook
): string | null {
  if (!choices.some(({ value }) => value === (shared ?? '')))
    return phrases.t('views.not_shareable')
  return name ? faultOfLine(name, MAX_VIEW_NAME, phrases) : phrases.t('views.nameless')
}
