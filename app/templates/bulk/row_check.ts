import { setImmediate } from 'node:timers/promises'
import { SYSTEM } from '#app/audit/actor'
import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { DraftPlan } from '#app/documents/drafts/draft_plan'
import DraftRefused from '#app/documents/errors/draft_refused'
import { LIMITS } from '#app/documents/limits'
import { canonicalJson } from '#app/foundation/canonical_json'
import { isEmailAddress } from '#app/foundation/email_address'
import type { InputFault } from '#app/foundation/input_refused'
import { embedded } from '#app/foundation/printable_text'
import { isLanguage } from '#app/foundation/phrases/languages'
import { faultOfLine } from '#app/foundation/text_fault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { nameOfField } from '../sender_values.js'
import type { Template } from '../template.js'
import { assertPlacesOfRoles } from '../template_plan.js'
import { draftOf, isNamed, ofPeople, type Person } from '../use.js'
import type { BulkEntry } from './bulk_row.js'

/** Others wait no longer than these take. */
const WITHOUT_A_BREAK = 50

type Plan = (entry: BulkEntry) => Promise<void>

/**
 * What is wrong with each row, in sentences, or null: every row is planned as its document will be.
 *
 * @throws DraftRefused, SignerLimitExceeded, FeatureNotInPlan: no row could be sent
 */
export async function rowFaults(
  template: Template,
  entries: readonly BulkEntry[]
): Promise<(string | null)[]> {
  assertPlacesOfRoles(template)
  const plan = await planning(template)
  const met = new Map<string, number>()
  const faults: (string | null)[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % WITHOUT_A_BREAK === 0) await setImmediate()
    const same = met.get(content(entry))
    faults.push(
      (await faultOf(template, entry, plan)) ?? (same ? `The same as row ${same}.` : null)
    )
    if (same === undefined) met.set(content(entry), index + 1)
  }
  return faults
}

/** One sentence or several, of a refusal that is about the row alone. */
export function rowSentence(
  { content: { roles } }: Pick<Template, 'content'>,
  people: readonly Person[],
  faults: readonly InputFault[]
): string {
  const said = faults.map(({ path: [what, at, part, ...rest], message }) => {
    if (what === 'values') return `${quoted(String(at))}: ${message}`
    const role = what === 'people' && typeof at === 'number' ? people[at]?.role : undefined
    if (role === undefined) return message
    const field =
      part === 'fields'
        ? roles.find(({ name }) => isNamed(name, role))?.fields[Number(rest[0])]
        : undefined
    return `${field ? quoted(nameOfField(field) ?? field.type) : embedded(role)}: ${message}`
  })
  return [...new Set(said.map(stopped))].join(' ')
}

async function planning(template: Template): Promise<Plan> {
  const { environment } = CurrentTenant.get()
  const { entitlements, brand } = await Profile.current()
  const { redirectHosts } = brand.snapshot
  const languages = offeredLanguages(brand.snapshot)
  const circumstances = {
    environment,
    entitlements,
    pages: template.pages,
    redirectHosts,
    languages,
  }
  return ({ people, values }) =>
    ofPeople(template, people, () => {
      new DraftPlan(draftOf(template, { people, values, by: SYSTEM }), circumstances)
    })
}

async function faultOf(template: Template, entry: BulkEntry, plan: Plan): Promise<string | null> {
  const said = entry.people.flatMap(faultsOfPerson)
  if (said.length > 0) return said.join(' ')
  try {
    await plan(entry)
    return null
  } catch (error) {
    if (!(error instanceof DraftRefused)) throw error
    return rowSentence(template, entry.people, error.faults)
  }
}

function faultsOfPerson({ role, name, email, language }: Person): string[] {
  const of = (sentence: string) => `${embedded(role)}: ${sentence}`
  const ofName = name ? faultOfLine(name, LIMITS.name) : 'The name is missing.'
  const faults = ofName ? [of(ofName)] : []
  if (email === '') faults.push(of('The email address is missing.'))
  else if (!isEmailAddress(email)) faults.push(of(`${quoted(email)} is not an email address.`))
  if (language !== undefined && !isLanguage(language))
    faults.push(of(`${quoted(String(language))} is not a language code such as en or de.`))
  return faults
}

function content({ people, values }: BulkEntry): string {
  return canonicalJson({
    people: people.map(({ role, email }) => [role.toLowerCase(), email.toLowerCase()]),
    values,
  })
}

const MOST_QUOTED = 100

function quoted(text: string): string {
  const [...letters] = text
  const shown = letters.length > MOST_QUOTED ? `${letters.slice(0, MOST_QUOTED).join('')}…` : text
  return `“${embedded(shown)}”`
}

function stopped(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
