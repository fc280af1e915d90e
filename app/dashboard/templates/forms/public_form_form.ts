import { isDeepStrictEqual } from 'node:util'
import { LIMITS } from '#app/documents/limits'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { embedded } from '#app/foundation/printable_text'
import type { Template } from '#app/templates/template'
import { isForVisitors, needsPhones, type Role } from '#app/templates/template_content'
import type { FormMember } from '#app/templates/forms/form_members'
import type { FormRow } from '#app/templates/forms/public_form'
import type { FormSettings } from '#app/templates/forms/form_settings'
import { isNamed } from '#app/templates/use'
import { InitialValues } from '../../initial_values.js'

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
    private roles: readonly Role[],
    /** What it began with. */
    readonly initial: string,
    /** Until when the form takes submissions as it is saved. */
    private closesAt: Date | null = null
  ) {}

  static of({ content }: Template, row: FormRow | null, own: string): PublicFormForm {
    const { roles } = content
    const names = roles.map(({ name }) => name)
    const open = roles.filter(isForVisitors).map(({ name }) => name)
    const visitors = row ? open.find((name) => name === row.role) : open[0]
    const unnamed = row ? '' : own
    const values = {
      title: row?.title ?? content.title,
      welcome: row?.welcome ?? '',
      closesOn: dayOf(row?.closes_at),
      most: row?.most?.toString() ?? '',
      roles: names.map((name) => (name === visitors ? VISITOR : (row?.members[name] ?? unnamed))),
    }
    return new PublicFormForm(values, roles, InitialValues.write(values), row?.closes_at)
  }

  /** @param template  at the version whose roles were shown */
  static sent({ content: { roles } }: Template, sent: Record<string, unknown>): PublicFormForm {
    const chosen = sent.roles as Record<string, unknown> | undefined
    return new PublicFormForm(
      {
        title: typedText(sent.title),
        welcome: typedText(sent.welcome),
        closesOn: typedText(sent.closesOn),
        most: typedText(sent.most),
        roles: roles.map((_, index) => typedText(chosen?.[index])),
      },
      roles,
      typedText(sent.initial)
    )
  }

  /** What was changed in it, over what is stored by now. Who signs is one choice; each role of another version keeps it by its name. */
  over(stored: PublicFormForm): PublicFormForm {
    const { roles, ...changed } = InitialValues.changed(this.values, this.initial)
    const chosen = stored.roles.map(({ name }) => {
      const index = this.roles.findIndex((role) => isNamed(role.name, name))
      return this.values.roles[index] ?? ''
    })
    const values = { ...stored.values, ...changed, ...(roles && { roles: chosen }) }
    return new PublicFormForm(values, stored.roles, stored.initial, stored.closesAt)
  }

  isLike(stored: PublicFormForm): boolean {
    return isDeepStrictEqual(this.values, stored.values)
  }

  /** @returns null where something is wrong, which `errors` then tells */
  settings(members: readonly FormMember[], phrases: DashboardPhrasebook): FormSettings | null {
    const { t } = phrases
    const said = (key: DashboardKey | null) => key && t(key)
    const { title, welcome, closesOn, most, roles } = this.values
    this.#note(
      'title',
      title ? faultOfLine(title, LIMITS.title, phrases) : t('templates.untitled_form')
    )
    this.#note('welcome', faultOfText(welcome, LIMITS.message, phrases))
    this.#note('closesOn', said(faultOfDay(closesOn)))
    const isCount = /^\d{1,7}$/.test(most) && Number(most) >= 1 && Number(most) <= MAX_MOST
    this.#note('most', most === '' || isCount ? null : t('templates.odd_most'))
    this.#note('roles', said(this.#faultOfRoles(members)))
    if (Object.keys(this.errors).length > 0) return null
    const isVisitors = (index: number) => roles[index] === VISITOR
    return {
      role: this.roles.find((_, index) => isVisitors(index))!.name,
      members: Object.fromEntries(
        this.roles.flatMap(({ name }, index) => (isVisitors(index) ? [] : [[name, roles[index]]]))
      ),
      title,
      welcome: welcome || null,
      closesAt: this.#end,
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

  /** A program may have set a moment within the day, which stays with the day. */
  get #end(): Date | null {
    const { closesOn } = this.values
    if (closesOn === dayOf(this.closesAt)) return this.closesAt
    return closesOn ? new Date(`${closesOn}${LAST_MOMENT}`) : null
  }

  #faultOfRoles(members: readonly FormMember[]): DashboardKey | null {
    const { roles } = this.values
    if (roles.filter((one) => one === VISITOR).length !== 1) return 'templates.one_visitor'
    if (!isForVisitors(this.roles[roles.indexOf(VISITOR)])) return 'templates.visitor_signs'
    if (needsPhones(this.roles)) return 'templates.no_phones'
    const isKnown = (id: string) => id === VISITOR || members.some((member) => member.id === id)
    return roles.every(isKnown) ? null : 'templates.member_each'
  }

  #note(field: 'roles' | Text, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}

function dayOf(at: Date | null | undefined): string {
  return at?.toISOString().slice(0, 10) ?? ''
}

function faultOfDay(text: string): DashboardKey | null {
  if (text === '') return null
  const at = DAY.test(text) ? new Date(`${text}${LAST_MOMENT}`) : null
  if (!at || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text))
    return 'templates.odd_day'
  return at > tenantClock.now() ? null : 'templates.past_day'
}
