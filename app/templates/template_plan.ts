import { SYSTEM } from '#app/audit/actor'
import { Profile } from '#app/brand/profile'
import { DraftPlan } from '#app/documents/drafts/draft_plan'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import DraftRefused from '#app/documents/errors/draft_refused'
import FieldOffPage from '#app/documents/errors/field_off_page'
import type { DocumentPage } from '#app/documents/files/page_size'
import {
  certifiedFaults,
  coveredFaults,
  placeFaults,
  severalFilesFault,
} from '#app/documents/places_to_sign'
import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Template } from './template.js'
import type { Role, RoleInput, TemplateContent, TemplateInput } from './template_content.js'

interface PlannedFile {
  pages: readonly DocumentPage[]
  /** What it was joined of; none where it is one. */
  files: readonly unknown[]
}

/**
 * What a template amounts to, once everything in it has been found to fit together: it is planned as a document would be, with somebody in each role.
 *
 * @throws DraftRefused, FieldOffPage, SignerLimitExceeded, FeatureNotInPlan
 */
export async function plannedContent(
  input: TemplateInput,
  { pages, files }: PlannedFile
): Promise<TemplateContent> {
  const { environment } = CurrentTenant.get()
  const { entitlements } = await Profile.current()
  refuse(roleFaults(input.roles))
  const circumstances = { environment, entitlements, pages, redirectHosts: null, languages: [] }
  const plan = ofRoles(() => {
    const planned = new DraftPlan(withPeople(input), circumstances)
    refuse(coveredFaults(planned.signers, pages))
    if (planned.signers.some(({ certificate }) => certificate !== null)) {
      refuse(certifiedFaults(planned.signers.map(placesOf)))
      if (files.length > 0) refuse([severalFilesFault(planned.signers)])
    }
    return planned
  })
  return {
    title: input.title,
    message: input.message ?? null,
    expiresInDays: plan.expiresInDays,
    ...(input.reminders && { reminders: input.reminders }),
    ...(input.allowDelegation && { allowDelegation: true }),
    ...(input.language && { language: input.language }),
    roles: plan.signers.map(({ name, role, inPerson, isOrdered, turn, fields, ...asked }) => ({
      name,
      ...(role !== 'signer' && { role }),
      ...(inPerson && { inPerson: true as const }),
      ...(asked.oneTimeCode && { oneTimeCode: asked.oneTimeCode }),
      ...(asked.certificate && { certificate: asked.certificate }),
      order: isOrdered ? turn : null,
      fields: fields.map(({ options, ...field }) => ({ ...field, ...(options && { options }) })),
    })),
  }
}

/**
 * What would be refused of every document made of it, with any people in its roles: such a template may be from before this was looked at when it was saved.
 *
 * @throws DraftRefused
 */
export function assertPlacesOfRoles({ content, pages, earlierSignatures }: Template): void {
  const places = content.roles.map(placesOf)
  const isSignedBefore = earlierSignatures.length > 0
  ofRoles(() => refuse(placeFaults(places, { pages, isSignedBefore })))
}

function placesOf<T>({
  name,
  role = 'signer',
  fields,
}: Pick<Role, 'name' | 'role'> & { fields: T }) {
  return { name, isSigning: role === 'signer', fields }
}

function refuse(faults: readonly InputFault[]): void {
  if (faults.length > 0) throw new DraftRefused(faults)
}

/** Everybody who takes the role has one. */
const SOME_PHONE = '+10000000000'

function withPeople({ title, message, expiresInDays, roles }: TemplateInput): DraftInput {
  const signers = roles.map((role, index) => ({
    ...role,
    ...(role.oneTimeCode === 'sms' && { phone: SOME_PHONE }),
    key: role.name,
    email: `role-${index + 1}@template.invalid`,
  }))
  return { title, message, expiresInDays, signers, by: SYSTEM }
}

function roleFaults(roles: readonly RoleInput[]): InputFault[] {
  if (roles.length === 0)
    return [{ path: ['roles'], code: 'required', message: 'Name at least one role' }]
  const names = roles.map(({ name }) => name.toLowerCase())
  return roles.flatMap(({ name }, index) =>
    names.indexOf(name.toLowerCase()) === index
      ? []
      : [
          {
            path: ['roles', index, 'name'],
            code: 'duplicate',
            message: 'Another role has this name',
          },
        ]
  )
}

/** Faults are said of roles, as they were written. */
function ofRoles<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof DraftRefused)
      throw new DraftRefused(error.faults.map((fault) => ({ ...fault, path: roled(fault.path) })))
    if (error instanceof FieldOffPage && error.path) error.path = roled(error.path)
    throw error
  }
}

function roled([first, ...rest]: InputPath): InputPath {
  return [first === 'signers' ? 'roles' : first, ...rest]
}
