import { PublicForm } from '#app/templates/forms/public_form'
import type { NoticeWording } from './notice_wording.js'

const REASONS: Record<string, string> = {
  archived: 'Its template is archived. Restore the template, or turn the form off.',
  member_gone:
    'A member whom the form names can no longer log in. Open the form and choose another one.',
  quota_exceeded: 'The documents of this month’s plan are used up.',
  visitor_signs_nothing:
    'The visitor’s role suits no visitor any more: it only gets a copy, signs in person or gets codes by SMS. Open the form and choose another one.',
  suspended: 'The account is suspended: nothing is sent until it is resumed.',
}

const OTHERS =
  'The template cannot be sent as the form asks for it: open the form and save it again, or use the template once to see why.'

/** Details: `formId`, and `code`, why it makes no documents. */
const formStopped: NoticeWording = {
  async words({ formId, code }) {
    const form = await PublicForm.find(String(formId))
    if (!form) return null
    return {
      subject: `Visitors cannot use the form “${form.title}”`,
      paragraphs: [
        'Somebody opened or filled in this form, and no document could be made of it.',
        REASONS[String(code)] ?? OTHERS,
      ],
      action: { label: 'Open the form', path: `/templates/${form.row.template_id}/form` },
      note: 'You are told at most once a day for each form.',
    }
  },
}

export default formStopped
