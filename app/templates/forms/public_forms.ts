import { randomBytes } from 'node:crypto'
import { newId } from '#app/foundation/identifier'
import { tokenHash } from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion, type Statement } from '#app/tenancy/statement'
import FormExists from '../errors/form_exists.js'
import FormNotFound from '../errors/form_not_found.js'
import TemplateArchived from '../errors/template_archived.js'
import TemplateNotFound from '../errors/template_not_found.js'
import { Template } from '../template.js'
import { formMembers } from './form_members.js'
import type { FormPlan } from './form_plan.js'
import { formToken, PublicForm } from './public_form.js'
import type { FormSettings } from './form_settings.js'

const SALT_BYTES = 16

const LOCK = 'select id from templates where id = $1 for no key update'

const SAVE = `update template_forms set role = $2, members = $3, title = $4, welcome = $5, closes_at = $6, most = $7,
  responsible_id = $8, is_on = is_on or $9, told_at = null, updated_at = $10 where template_id = $1`

/** The verbs of forms: each template has at most one. */
export const PublicForms = {
  /**
   * A new one, which is on.
   *
   * @param plan  makes it of the template as it is by then
   * @returns its id
   * @throws TemplateNotFound, TemplateArchived, FormExists
   */
  async create(
    templateId: string,
    plan: (template: Template) => Promise<FormPlan>
  ): Promise<string> {
    const id = newId('frm', CurrentTenant.get().environment)
    await change(templateId, async (form, now) => {
      if (form) throw new FormExists()
      return creation(id, templateId, await plan(await templateInUse(templateId)), now)
    })
    return id
  },

  /**
   * Turns it on as it is asked for, under the link that it had before. One that is on stays with the member who looks after it, while they may send.
   *
   * @param settingsOf  makes its settings of what is there by then; null saves nothing
   * @throws TemplateNotFound, TemplateArchived
   */
  async turnOn(
    templateId: string,
    by: string,
    settingsOf: (template: Template, form: PublicForm | null) => FormSettings | null
  ): Promise<void> {
    const { environment } = CurrentTenant.get()
    await change(templateId, async (form, now) => {
      const settings = settingsOf(await templateInUse(templateId), form)
      if (!settings) return null
      if (!form)
        return creation(newId('frm', environment), templateId, { settings, responsibleId: by }, now)
      const [members] = await CurrentTenant.batch([formMembers(environment)])
      const { is_on: isOn, responsible_id: before } = form.row
      const responsibleId = isOn && members.some(({ id }) => id === before) ? before : by
      return saving(templateId, { settings, responsibleId }, { isOn: true }, now)
    })
  },

  /** Saves what is different; whether it is on stays. @param plan  makes it of what is there @throws FormNotFound, TemplateNotFound */
  async save(templateId: string, plan: (form: PublicForm) => Promise<FormPlan>): Promise<void> {
    await change(templateId, async (form, now) => {
      if (!form) throw new FormNotFound()
      return saving(templateId, await plan(form), { isOn: false }, now)
    })
  },

  /** Turns it on as it was. Twice is once. @throws TemplateNotFound, TemplateArchived */
  async reopen(templateId: string): Promise<void> {
    await change(templateId, async (form, now) => {
      await templateInUse(templateId)
      const text = `update template_forms set is_on = true, told_at = null, updated_at = $2 where template_id = $1`
      return form && !form.row.is_on ? { text, values: [templateId, now] } : null
    })
  },

  /** With what waits to be proved; its documents stay, and its link leads nowhere. @throws TemplateNotFound */
  async remove(templateId: string): Promise<void> {
    await change(templateId, async () => ({
      text: 'delete from template_forms where template_id = $1',
      values: [templateId],
    }))
  },

  /** Its link says that it is closed, until it is turned on again. Twice is once. @throws TemplateNotFound */
  async turnOff(templateId: string): Promise<void> {
    await change(templateId, async (form, now) => {
      const text = 'update template_forms set is_on = false, updated_at = $2 where template_id = $1'
      return form?.row.is_on ? { text, values: [templateId, now] } : null
    })
  },

  /** Gives it another link; the one before leads nowhere, and neither do those that wait in mailboxes. @throws TemplateNotFound */
  async rotate(templateId: string): Promise<void> {
    await change(templateId, async (form, now) => {
      if (!form) return null
      const seed = { id: form.id, counter: form.row.counter + 1, salt: randomBytes(SALT_BYTES) }
      await CurrentTenant.batch([
        {
          text: 'delete from form_submissions where form_id = $1 and confirmed_at is null',
          values: [form.id],
        },
      ])
      const text = `update template_forms set counter = $2, salt = $3, token_sha256 = $4, updated_at = $5 where id = $1`
      const digest = tokenHash(await formToken(seed))
      return { text, values: [form.id, seed.counter, seed.salt, digest, now] }
    })
  },
}

/** At its newest version. @throws TemplateNotFound, TemplateArchived */
async function templateInUse(templateId: string): Promise<Template> {
  const template = await Template.find(templateId)
  if (!template) throw new TemplateNotFound()
  if (template.isArchived) throw new TemplateArchived()
  return template
}

function saving(
  templateId: string,
  { settings, responsibleId }: FormPlan,
  { isOn }: { isOn: boolean },
  now: Date
): Statement {
  const { role, members, title, welcome, closesAt, most } = settings
  const values = [role, JSON.stringify(members), title, welcome, closesAt, most]
  return { text: SAVE, values: [templateId, ...values, responsibleId, isOn, now] }
}

async function creation(
  id: string,
  templateId: string,
  { settings, responsibleId }: FormPlan,
  now: Date
): Promise<Statement> {
  const { role, members, title, welcome, closesAt, most } = settings
  const seed = { id, counter: 0, salt: randomBytes(SALT_BYTES) }
  const row = {
    ...{ ...seed, template_id: templateId, role, members: JSON.stringify(members) },
    ...{ title, welcome, closes_at: closesAt, most, responsible_id: responsibleId },
    ...{ token_sha256: tokenHash(await formToken(seed)), created_at: now, updated_at: now },
  }
  return insertion('template_forms', [row])
}

/** Locks its template: of two at the same time the second sees the first. */
async function change(
  templateId: string,
  work: (form: PublicForm | null, now: Date) => Promise<Statement | null>
): Promise<void> {
  await unit(async () => {
    const [locked, forms] = await CurrentTenant.batch([
      { text: LOCK, values: [templateId] },
      PublicForm.reading(templateId),
    ] as const)
    if (locked.length === 0) throw new TemplateNotFound()
    const statement = await work(PublicForm.from(forms), tenantClock.now())
    if (statement) await CurrentTenant.batch([statement])
  })
}
