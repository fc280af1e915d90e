import type { Actor } from '#app/audit/actor'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type User from '#app/identity/users/user'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { FormSubmission } from '#app/templates/forms/form_submission'
import { PublicForm } from '#app/templates/forms/public_form'
import { PublicForms } from '#app/templates/forms/public_forms'
import { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Canaries, Canary } from '../evidence/canary.js'
import { contract, type Word } from './canary_contract.js'
import { ANSWER } from './documents.js'
import type { Resources } from './resources.js'

/** One in use with a form that somebody has filled in, and one that was archived. */
export async function templates(
  owner: User,
  canaries: Canaries,
  home: Canary['home'],
  word: Word,
  by: Actor
): Promise<Resources> {
  const [used, archived] = [await template(word, by), await template(word, by)]
  await Templates.archive(archived)
  const sends = await bulkSends(used, word, by)
  const form = await filledForm(used, owner, word)
  canaries.remember(home, 'a form’s token', form.token)
  canaries.remember(home, 'a token that proves an address', form.confirmation)
  return {
    'templates/:id': [used, archived],
    'bulk-sends/:id': sends,
    'forms/:id': [form.id],
    'f/:token': [form.token],
    'confirm/:token': [form.confirmation],
  }
}

/** One that waits to be sent, and one that is paused. */
async function bulkSends(templateId: string, word: Word, by: Actor): Promise<string[]> {
  const used = (await Template.find(templateId))!
  const columns = ['Name', 'Email']
  const mapping = ['name:0', 'email:0']
  const prepare = () => {
    const rows = [[word('a name in a list'), `${word('an address in a list')}@example.com`]]
    const fileName = `${word('the name of a list')}.csv`
    return BulkSends.prepare(used, { fileName, columns, mapping, rows }, { by })
  }
  const [draft, paused] = [await prepare(), await prepare()]
  await BulkSends.begin(paused, by, { isLeavingOut: false })
  await BulkSends.pause(paused)
  return [draft, paused]
}

async function filledForm(templateId: string, owner: User, word: Word) {
  const { content } = (await Template.find(templateId))!
  const settings = {
    ...{ role: content.roles[0].name, members: {}, closesAt: null, most: null },
    title: word('a form’s title'),
    welcome: word('a form’s welcome'),
  }
  await PublicForms.turnOn(templateId, owner.id, () => settings)
  const [rows] = await CurrentTenant.batch([PublicForm.reading(templateId)])
  const form = PublicForm.from(rows)!
  const seed = await FormSubmission.request(form, {
    ...{ name: word('a visitor’s name'), email: `${word('a visitor’s address')}@example.com` },
    language: 'en',
  })
  return { id: form.id, token: await form.token(), confirmation: await FormSubmission.token(seed) }
}

async function template(word: Word, by: Actor): Promise<string> {
  const roles = [{ name: word('the name of a role'), fields: [ANSWER] }]
  const text = await contract(word('a template’s text'))
  return Templates.create(
    { title: word('a template’s title'), message: word('a template’s message'), roles },
    await AcceptedPdf.accept(text, `${word('the name of a template’s file')}.pdf`),
    { by }
  )
}
