import { LIMITS } from '#app/documents/limits'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { embedded } from '#app/foundation/printable_text'
import type { Template } from '#app/templates/template'
import { isForVisitors, needsPhones, type Role } from '#app/templates/template_content'
import type { FormMember } from '#app/templates/forms/form_members'
import type { FormRow } from '#app/templates/forms/public_form'
import type { FormSettings } from '#app/templates/forms/public_forms'

/** The choice that gives a role to the person who opens the link. */
export const VISITOR = 'visitor'

const MAX_MOST = 1_000_000
const DAY = /^\d{4}-\d{2}-\d{2}$/
const LAST_MOMENT = 'T23:59:59.999Z'

type Text = 'title' | 'welcome' | 'closesOn' | 'most'

type Values = Record<Text, string> & { roles: string[] }

/** What somebody sets of a form: one role is the visitor's, each other has a member. */
export class PublicFormForm {
  readonly errors: Partial<Record<'form' | 'roles' | Text, string>> = {}

  private constructor(
    readonly values: Values,
    private roles: readonly Role[]
  ) {}

  static of({ content }: Template, row: FormRow | null, own: string): PublicFormForm {
    const { roles } = content
    const names = roles.map(({ name }) => name)
    const open = roles.filter(isForVisitors).map(({ name }) => name)
    const visitors = open.find((name) => name === row?.role) ?? open[0]
    return new PublicFormForm(
      {
        title: row?.title ?? content.title,
        welcome: row?.welcome ?? '',
        closesOn: row?.closes_at?.toISOString().slice(0, 10) ?? '',
        most: row?.most?.toString() ?? '',
        roles: names.map((name) => (name === visitors ? VISITOR : (row?.members[name] ?? own))),
      },
      roles
    )
  }

  static sent({ content }: Template, sent: Record<string, unknown>): PublicFormForm {
    const { roles } = content
    const chosen = sent.roles as Record<string, unknown> | undefined
    return new PublicFormForm(
      {
        title: typedText(sent.title),
        welcome: typedText(sent.welcome),
        closesOn: typedText(sent.closesOn),
        most: typedText(sent.most),
        roles: roles.map((_, index) => typedText(chosen?.[index])),
      },
      roles
    )
  }

  /** @returns null where something is wrong, which `errors` then tells */
  settings(members: readonly FormMember[]): FormSettings | null {
    const { title, welcome, closesOn, most, roles } = this.values
    this.#note('title', title ? faultOfLine(title, LIMITS.title) : 'Give the form a title.')
    this.#note('welcome', faultOfText(welcome, LIMITS.message))
    this.#note('closesOn', this.#faultOfDay(closesOn))
    const isCount = /^\d{1,7}$/.test(most) && Number(most) >= 1 && Number(most) <= MAX_MOST
    this.#note('most', most === '' || isCount ? null : 'Enter a number from 1 to 1,000,000.')
    this.#note('roles', this.#faultOfRoles(members))
    if (Object.keys(this.errors).length > 0) return null
    const isVisitors = (index: number) => roles[index] === VISITOR
    return {
      role: this.roles.find((_, index) => isVisitors(index))!.name,
      members: Object.fromEntries(
        this.roles.flatMap(({ name }, index) => (isVisitors(index) ? [] : [[name, roles[index]]]))
      ),
      title,
      welcome: welcome || null,
      closesAt: closesOn ? new Date(`${closesOn}${LAST_MOMENT}`) : null,
      most: most ? Number(most) : null,
    }
  }

  /** As the page shows them. */
  rows(members: readonly FormMember[]) {
    return this.roles.map((role, index) => ({
      name: embedded(role.name),
      mayBeVisitors: isForVisitors(role),
      chosen: this.values.roles[index],
      isKnown:
        this.values.roles[index] === VISITOR ||
        members.some(({ id }) => id === this.values.roles[index]),
    }))
  }

  #faultOfDay(text: string): string | null {
    if (text === '') return null
    const at = DAY.test(text) ? new Date(`${text}${LAST_MOMENT}`) : null
    if (!at || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text))
      return 'Choose a day.'
    return at > tenantClock.now() ? null : 'This day is over. Choose a later one, or none.'
  }

  #faultOfRoles(members: readonly FormMember[]): string | null {
    const { roles } = this.values
    if (roles.filter((one) => one === VISITOR).length !== 1)
      return 'Choose the visitor for exactly one role.'
    if (!isForVisitors(this.roles[roles.indexOf(VISITOR)]))
      return 'Choose a role for the visitor that signs something, not in person and without codes by SMS.'
    if (needsPhones(this.roles))
      return 'A form knows no phone numbers: let the template send its codes by email.'
    const isKnown = (id: string) => id === VISITOR || members.some((member) => member.id === id)
    return roles.every(isKnown) ? null : 'Choose a member for each other role.'
  }

  #note(field: 'roles' | Text, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}
