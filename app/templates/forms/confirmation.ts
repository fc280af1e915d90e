import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { DAY_MS } from '#app/foundation/duration'
import { isRefusal } from '#app/foundation/refusal'
import Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { rightsOf } from '#app/identity/access/role'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { TemplateHandover } from '../handing_over.js'
import { Template } from '../template.js'
import { isForVisitors } from '../template_content.js'
import { documentOf, isNamed } from '../use.js'
import { FormSubmission, type SubmissionRow } from './form_submission.js'
import { PublicForm } from './public_form.js'

type MemberRow = RowOf<'users', 'id' | 'name' | 'email' | 'role'>

const MEMBERS = 'select id, name, email, role from users where id = any($1) and disabled_at is null'

/** Of two at the same time the second waits for the first, and then finds nothing to count. */
const COUNT = `update template_forms set submissions = submissions + 1
  where id = $1 and is_on and (closes_at is null or closes_at > $2) and (most is null or submissions < most) returning id`

const USE_UP = `update form_submissions set confirmed_at = $2, document_id = $3, name = null, email = null
  where id = $1 and confirmed_at is null returning id`

/** A tenant that is not migrated yet has no place for it. */
const KNOW = 'update form_submissions set signer_id = $2 where id = $1'

/** Once a day: visitors come as often as they like. */
const TELL = `update template_forms set told_at = $2 where id = $1 and (told_at is null or told_at <= $3) returning id`

/** Takes the document back that was about to be made. */
class NotThisOne extends Error {}

/**
 * Somebody has opened the link in their mail: the document is made, of the newest version of the template, and counted.
 *
 * @returns the signer that the visitor is, also when the link was used before, and who may be somebody else by then (`hasOtherLink`); null where
 * the form makes no document now
 */
export async function confirm(submission: SubmissionRow): Promise<Signer | null> {
  const { id, form_id: formId, document_id: documentId } = submission
  if (documentId) return visitorOf(submission)
  const form = await PublicForm.find(formId)
  if (!form || form.closure) return null
  try {
    const document = await make(form, submission)
    return document && visitorIn(document, form.row.role)
  } catch (error) {
    if (!(error instanceof NotThisOne) && !isRefusal(error)) throw error
    // another click was faster, or the form is full or not able to
    const now = await FormSubmission.find(id)
    if (now?.document_id) return visitorOf(now)
    if (isRefusal(error)) await tell(form, error.code)
    return null
  }
}

/** Leaves a notice that a form cannot make documents, for the member who looks after it; for owners and admins where that one may no longer. */
export async function tell({ id, row }: PublicForm, code: string): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const now = tenantClock.now()
  const values = [id, now, new Date(now.getTime() - DAY_MS)]
  await unit(async () => {
    const [told, people] = await CurrentTenant.batch([
      { text: TELL, values },
      query<MemberRow>(MEMBERS, [[row.responsible_id]]),
    ] as const)
    if (told.length === 0) return
    const to = people.find(maySend)?.id
    await Notice.leave('form.stopped', { formId: id, code }, { to })
  })
}

async function make(form: PublicForm, submission: SubmissionRow): Promise<Document | null> {
  const { role, members, template_id: templateId, responsible_id: responsibleId } = form.row
  const { name, email } = submission
  const template = await Template.find(templateId)
  if (!template || name === null || email === null) throw new NotThisOne()
  if (template.content.roles.some((one) => isNamed(one.name, role) && !isForVisitors(one))) {
    await tell(form, 'visitor_signs_nothing')
    return null
  }
  const [found] = await CurrentTenant.batch([
    query<MemberRow>(MEMBERS, [[responsibleId, ...Object.values(members)]]),
  ])
  const byId = new Map(found.map((member) => [member.id, member]))
  const responsible = found.filter(maySend).find(({ id }) => id === responsibleId)
  const others = Object.entries(members).map(([of, id]) => ({ of, member: byId.get(id) }))
  if (!responsible || others.some(({ member }) => !member)) {
    await tell(form, 'member_gone')
    return null
  }
  const { brand } = await Profile.current()
  const language = offeredLanguages(brand.snapshot).find((one) => one === submission.language)
  const people = [
    { role, name, email, language },
    ...others.map(({ of, member }) => ({ role: of, name: member!.name, email: member!.email })),
  ]
  const by = {
    ...{ type: 'user' as const, id: responsible.id, name: responsible.name },
    via: form.id,
  }
  const holderId = template.holderId ?? undefined
  return documentOf(
    template,
    { people, holderId, title: form.title, form: form.id, by },
    {
      send: true,
      within: async (document) => {
        // before the form is counted: who changes a form locks its template first
        await CurrentTenant.batch([
          TemplateHandover.following(document.id, 'templates', templateId),
        ])
        await count(form, submission, document)
      },
    }
  )
}

/** The others only sign, which every member may. */
function maySend({ role }: MemberRow): boolean {
  return rightsOf(role, CurrentTenant.get().environment).includes('documents')
}

/** In the unit that makes the document. */
async function count(
  form: PublicForm,
  submission: SubmissionRow,
  document: Document
): Promise<void> {
  const { id } = submission
  const now = tenantClock.now()
  const visitor = visitorIn(document, form.row.role)
  const [used, counted] = await CurrentTenant.batch([
    { text: USE_UP, values: [id, now, document.id] },
    { text: COUNT, values: [form.id, now] },
    ...('signer_id' in submission ? [{ text: KNOW, values: [id, visitor?.id] }] : []),
  ])
  if (used.length === 0 || counted.length === 0) throw new NotThisOne()
}

/** Never by the role that visitors have now: the form may have given them another since, and this one to a member. */
async function visitorOf(submission: SubmissionRow): Promise<Signer | null> {
  const document = await Document.whole(submission.document_id!)
  return document?.signers.find(({ id }) => id === submission.signer_id) ?? null
}

/** Each signer's key is the role. */
function visitorIn({ signers }: Document, role: string): Signer | null {
  return signers.find(({ key }) => key?.toLowerCase() === role.toLowerCase()) ?? null
}
