import { isActing } from '#app/documents/signers/signer_role'
import type { InputFault } from '#app/foundation/input_refused'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import FormRefused from '../errors/form_refused.js'
import type { Template } from '../template.js'
import { needsPhones, type Role } from '../template_content.js'
import { isNamed } from '../use.js'
import type { FormMember } from './form_members.js'
import type { FormSettings } from './public_forms.js'

/** A form as somebody asks for it. Members are named by id or address. */
export interface FormInput extends Omit<FormSettings, 'members'> {
  members: readonly { role: string; member: string }[]
  /** In whose name its documents are sent. */
  responsible: string
}

export interface FormPlan {
  settings: FormSettings
  responsibleId: string
}

/** What a form amounts to, once everything in it has been found to fit together. @throws FormRefused */
export function plannedForm(
  { content: { roles } }: Template,
  input: FormInput,
  people: readonly FormMember[]
): FormPlan {
  const { members, responsible, ...settings } = input
  const faults = [
    ...visitorFaults(roles, input),
    ...memberFaults(roles, input, people),
    ...emptyFaults(roles, input),
    ...codeFaults(roles),
    ...othersFaults(input, people),
  ]
  if (faults.length > 0) throw new FormRefused(faults)
  const named = (name: string) => roles.find((role) => isNamed(role.name, name))!.name
  return {
    settings: {
      ...settings,
      role: named(input.role),
      members: Object.fromEntries(
        members.map(({ role, member }) => [named(role), memberNamed(member, people)!.id])
      ),
    },
    responsibleId: memberNamed(responsible, people)!.id,
  }
}

function memberNamed(member: string, people: readonly FormMember[]): FormMember | undefined {
  const address = member.toLowerCase()
  return people.find(({ id, email }) => id === member || email.toLowerCase() === address)
}

function visitorFaults(roles: readonly Role[], { role }: FormInput): InputFault[] {
  const found = roles.find(({ name }) => isNamed(name, role))
  if (!found) return [fault(['role'], 'unknown_role', 'The template has no role of this name')]
  const copies = 'This role only gets a copy: give the visitor one that signs or approves'
  if (!isActing(found)) return [fault(['role'], 'not_for_copies', copies)]
  const device = 'This role signs in person, on the device of a member: give the visitor another'
  return found.inPerson ? [fault(['role'], 'in_person', device)] : []
}

/** Neither visitors nor members leave a number. */
function codeFaults(roles: readonly Role[]): InputFault[] {
  const message = 'A form knows no phone numbers: let the template send its codes by email'
  return needsPhones(roles) ? [fault(['role'], 'no_phone', message)] : []
}

function memberFaults(
  roles: readonly Role[],
  { role: visitors, members }: FormInput,
  people: readonly FormMember[]
): InputFault[] {
  return members.flatMap(({ role, member }, index) => {
    const path = ['members', index]
    const isOfTemplate = roles.some(({ name }) => isNamed(name, role))
    const isTaken =
      isNamed(role, visitors) || members.findIndex((one) => isNamed(one.role, role)) !== index
    return [
      ...(isOfTemplate
        ? []
        : [fault([...path, 'role'], 'unknown_role', 'The template has no role of this name')]),
      ...(isTaken ? [fault([...path, 'role'], 'duplicate', 'Somebody else has this role')] : []),
      ...(memberNamed(member, people) ? [] : [unknownMember([...path, 'member'])]),
    ]
  })
}

function emptyFaults(roles: readonly Role[], { role: visitors, members }: FormInput): InputFault[] {
  const taken = [visitors, ...members.map(({ role }) => role)]
  return roles
    .filter(({ name }) => !taken.some((role) => isNamed(role, name)))
    .map(({ name }) => fault(['members'], 'role_empty', `Nobody has the role ${name}`))
}

function othersFaults(
  { responsible, closesAt }: FormInput,
  people: readonly FormMember[]
): InputFault[] {
  const isOver = closesAt !== null && closesAt <= tenantClock.now()
  return [
    ...(memberNamed(responsible, people) ? [] : [unknownMember(['responsible'])]),
    ...(isOver ? [fault(['closesAt'], 'in_the_past', 'closesAt must be in the future')] : []),
  ]
}

function unknownMember(path: InputFault['path']): InputFault {
  const message = 'No active member who may send documents has this id or address'
  return fault(path, 'unknown_member', message)
}

function fault(path: InputFault['path'], code: string, message: string): InputFault {
  return { path, code, message }
}
