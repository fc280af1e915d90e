import { isActing } from '#app/documents/signers/signer_role'
import type { InputFault } from '#app/foundation/input_refused'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import FormRefused from '../errors/form_refused.js'
import type { Template } from '../template.js'
import { needsPhones, type Role } from '../template_content.js'
import { isNamed } from '../use.js'
import type { FormMember } from './form_members.js'
import type { FormSettings } from './form_settings.js'

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

/**
 * What a form amounts to, once what is given of it has been found to fit. The rest is as it was stored: time may be over, a member may have
 * left, and the template may have other roles.
 *
 * @throws FormRefused
 */
export function plannedForm(
  { content: { roles } }: Template,
  input: FormInput,
  { given, people }: { given: ReadonlySet<string>; people: readonly FormMember[] }
): FormPlan {
  const { members, responsible, ...settings } = input
  const faults = [
    ...(given.has('role') ? [...visitorFaults(roles, input), ...codeFaults(roles)] : []),
    ...(given.has('members') ? memberFaults(roles, input, people) : []),
    ...(given.has('role') && !given.has('members') ? takenFaults(input, people) : []),
    ...(given.has('role') || given.has('members') ? emptyFaults(roles, input) : []),
    ...(given.has('responsible') ? responsibleFaults(input, people) : []),
    ...(given.has('closesAt') ? closingFaults(input) : []),
  ]
  if (faults.length > 0) throw new FormRefused(faults)
  const named = (name: string) => roles.find((role) => isNamed(role.name, name))?.name ?? name
  const idOf = (member: string) => memberNamed(member, people)?.id ?? member
  return {
    settings: {
      ...settings,
      role: named(input.role),
      members: Object.fromEntries(members.map(({ role, member }) => [named(role), idOf(member)])),
    },
    responsibleId: idOf(responsible),
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

/** The visitor is to take the role of a member who was named before. */
function takenFaults(
  { role: visitors, members }: FormInput,
  people: readonly FormMember[]
): InputFault[] {
  const taken = members.find(({ role }) => isNamed(role, visitors))
  if (!taken) return []
  const { name = 'A member who may no longer send documents' } =
    memberNamed(taken.member, people) ?? {}
  return [fault(['role'], 'duplicate', `${name} has this role: send members as well`)]
}

function emptyFaults(roles: readonly Role[], { role: visitors, members }: FormInput): InputFault[] {
  const taken = [visitors, ...members.map(({ role }) => role)]
  return roles
    .filter(({ name }) => !taken.some((role) => isNamed(role, name)))
    .map(({ name }) => fault(['members'], 'role_empty', `Nobody has the role ${name}`))
}

function responsibleFaults(
  { responsible }: FormInput,
  people: readonly FormMember[]
): InputFault[] {
  return memberNamed(responsible, people) ? [] : [unknownMember(['responsible'])]
}

function closingFaults({ closesAt }: FormInput): InputFault[] {
  const isOver = closesAt !== null && closesAt <= tenantClock.now()
  return isOver ? [fault(['closesAt'], 'in_the_past', 'closesAt must be in the future')] : []
}

function unknownMember(path: InputFault['path']): InputFault {
  const message = 'No active member who may send documents has this id or address'
  return fault(path, 'unknown_member', message)
}

function fault(path: InputFault['path'], code: string, message: string): InputFault {
  return { path, code, message }
}
