import { setImmediate } from 'node:timers/promises'
import { SYSTEM } from '#app/audit/actor'
import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { DraftPlan } from '#app/documents/drafts/draft_plan'
import DraftRefused from '#app/documents/errors/draft_refused'
import { LIMITS } from '#app/documents/limits'
import { canonicalJson } from '#app/foundation/canonical_json'
import { isEmailAddress } from '#app/foundation/email_address'
import { isLanguage } from '#app/foundation/phrases/languages'
import { faultOfLine } from '#app/foundation/text_fault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Template } from '../template.js'
import { assertPlacesOfRoles } from '../template_plan.js'
import { draftOf, ofPeople, type Person } from '../use.js'
import type { BulkEntry } from './bulk_row.js'
import {
  faultsOfRefusal,
  faultyRow,
  quotedIn,
  type FaultyRow,
  type SaidFault,
} from './row_fault.js'

/** Others wait no longer than these take. */
const WITHOUT_A_BREAK = 50

type Plan = (entry: BulkEntry) => Promise<void>

/**
 * What is wrong with each row, or null: every row is planned as its document will be.
 *
 * @throws DraftRefused, SignerLimitExceeded, FeatureNotInPlan: no row could be sent
 */
export async function rowFaults(
  template: Template,
  entries: readonly BulkEntry[]
): Promise<(FaultyRow | null)[]> {
  assertPlacesOfRoles(template)
  const plan = await planning(template)
  const met = new Map<string, number>()
  const faults: (FaultyRow | null)[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % WITHOUT_A_BREAK === 0) await setImmediate()
    const same = met.get(content(entry))
    const said = await faultsOf(template, entry, plan)
    if (said.length === 0 && same) said.push(sameAs(same))
    faults.push(said.length > 0 ? faultyRow(said) : null)
    if (same === undefined) met.set(content(entry), index + 1)
  }
  return faults
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

async function faultsOf(template: Template, entry: BulkEntry, plan: Plan): Promise<SaidFault[]> {
  const said = entry.people.flatMap(faultsOfPerson)
  if (said.length > 0) return said
  try {
    await plan(entry)
    return []
  } catch (error) {
    if (!(error instanceof DraftRefused)) throw error
    return faultsOfRefusal(template, entry.people, error.faults)
  }
}

function faultsOfPerson({ role, name, email, language }: Person): SaidFault[] {
  const faults: SaidFault[] = []
  const blame = (code: string, message: string) =>
    faults.push({ about: { role }, code: `row_fault.${code}`, message })
  const ofName = name && faultOfLine(name, LIMITS.name)
  if (!name) blame('name_missing', 'The name is missing.')
  else if (ofName) blame('name', ofName)
  if (email === '') blame('email_missing', 'The email address is missing.')
  else if (!isEmailAddress(email)) blame('not_email', `${quoted(email)} is not an email address.`)
  if (language !== undefined && !isLanguage(language))
    blame('not_language', `${quoted(String(language))} is not a language code such as en or de.`)
  return faults
}

function sameAs(row: number): SaidFault {
  return { code: 'row_fault.same', values: { row }, message: `The same as row ${row}.` }
}

function content({ people, values }: BulkEntry): string {
  return canonicalJson({
    people: people.map(({ role, email }) => [role.toLowerCase(), email.toLowerCase()]),
    values,
  })
}

function quoted(text: string): string {
  return quotedIn(text, '“', '”')
}
