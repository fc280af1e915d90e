import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { Labels } from '#app/documents/labels/labels'
import { SavedViews } from '#app/documents/views/saved_views'
import type { Environment } from '#app/foundation/environment'
import type User from '#app/identity/users/user'
import { Contacts } from '#app/identity/contacts/contacts'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { EditorLink } from '#app/signing/embedding/editor_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { handOverDevice } from '#app/signing/in_person/hand_over'
import { Signing } from '#app/signing/signing'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { FormSubmission } from '#app/templates/forms/form_submission'
import { PublicForm } from '#app/templates/forms/public_form'
import { PublicForms } from '#app/templates/forms/public_forms'
import { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import Integration from '#app/webhooks/integration'
import type { Canaries, Canary } from '../evidence/canary.js'
import { mergedResources, type Resources } from './resources.js'

const CLIENT = { ipAddress: '192.0.2.2', userAgent: 'Isolation' }
const ANSWER = { type: 'text', page: 1, x: 60, y: 200, width: 300, height: 24 } as const

interface Making {
  name: string
  environment: Environment
  owner: User
  /** The key that asks for field editors. */
  keyId: string
  canaries: Canaries
  /** Where its webhooks go. */
  hooks: string
  /** Documents in every state, or one that waits for its signer. */
  isRich: boolean
}

type Word = (what: string) => string

/** Documents, an endpoint, an integration; every word of theirs is a canary. In the environment that they belong to. */
export async function environmentResources(making: Making): Promise<Resources> {
  const { name, environment, owner, keyId, canaries, hooks, isRich } = making
  const home = { tenant: name, part: environment }
  const word: Word = (what) => canaries.plant(home, what)
  const by: Actor = { type: 'user', id: owner.id, name: owner.name, ipAddress: '192.0.2.1' }
  const url = () => `${hooks}/${word('the address of an endpoint')}`
  const { endpoint } = await Endpoint.register({
    url: url(),
    name: word('the name of an endpoint'),
  })
  const ofAccount = canaries.plant({ tenant: name, part: 'account' }, 'the name of an integration')
  const params = { name: ofAccount, url: url(), createdBy: owner }
  const { integration } = await Integration.connect(params, by)
  const pending = await send(word, by)
  const here = await send(word, by, { inPerson: true })
  const finished = isRich ? [await finish(word, by)] : []
  for (const document of [pending, here, ...finished])
    canaries.remember(home, 'a signing token', await document.signers[0].token())
  return mergedResources(...(await Promise.all([pending, here, ...finished].map(idsOf))), {
    'documents/:id': isRich ? await withoutLinks(word, by) : [],
    'embed/:token': [await embedLink(pending, by, canaries, home)],
    ...(await editorLinks(keyId, word, by, canaries, home)),
    'in-person/:token': [await inPersonLink(here, owner, by, canaries, home)],
    'contacts/:id': [await contact(owner, environment, word)],
    'views/:id': [await savedView(owner, word)],
    'labels/:id': await labels(pending, word, by),
    ...(await templates(owner, canaries, home, word, by)),
    'webhooks/:id': [endpoint.id],
    'integrations/:id': [integration.id],
  })
}

async function finish(word: Word, by: Actor): Promise<Document> {
  const document = await send(word, by)
  await sign(document, word('a signer’s answer'))
  return document
}

/** To the signing page of the first, for a page elsewhere. */
async function embedLink(
  document: Document,
  by: Actor,
  canaries: Canaries,
  home: Canary['home']
): Promise<string> {
  const origin = 'https://embedding.example'
  const { token } = await unit(async () => {
    await EmbedOrigins.allow(origin, by)
    return EmbedLink.create(document, document.signers[0].id, origin)
  })
  canaries.remember(home, 'a token that opens a frame', token)
  return token
}

/** To the field editor of a draft, for a page elsewhere: one that waits to be opened, and one that is open. */
async function editorLinks(
  keyId: string,
  word: Word,
  by: Actor,
  canaries: Canaries,
  home: Canary['home']
): Promise<Resources> {
  const draft = await send(word, by, { isSent: false })
  const origin = 'https://embedding.example'
  const make = () =>
    unit(async () => {
      await EmbedOrigins.allow(origin, by)
      return EditorLink.create(draft, keyId, origin)
    })
  const [waiting, used] = [await make(), await make()]
  const session = (await EditorLink.open(used.token))!
  for (const token of [waiting.token, session])
    canaries.remember(home, 'a token that opens a field editor', token)
  return { 'embed-editor/:token': [waiting.token], 'field-editor/:token': [session] }
}

/** To the signing page of somebody who signs on the owner’s device. */
async function inPersonLink(
  document: Document,
  { id, name, email }: User,
  by: Actor,
  canaries: Canaries,
  home: Canary['home']
): Promise<string> {
  const [signer] = document.signers
  const host = { id, name, email }
  const handOver = { documentId: document.id, signerId: signer.id, host, by }
  const { token } = await handOverDevice(handOver)
  canaries.remember(home, 'a token that opens a page on a device', token)
  return token
}

/** Of the owner alone. */
function savedView(owner: User, word: Word): Promise<string> {
  const words = { name: word('the name of a saved view'), shared_with: null }
  return SavedViews.create(owner, words, 'status=pending')
}

/** One that a document has, and one that none has. */
async function labels(document: Document, word: Word, by: Actor): Promise<string[]> {
  const make = () => Labels.create({ name: word('the name of a label'), color: 'blue' }, by)
  const [given, free] = [await make(), await make()]
  await document.relabel({ add: [given] })
  return [given, free]
}

/** Beside the signers, whom the owner has asked already. */
async function contact(owner: User, environment: Environment, word: Word): Promise<string> {
  const email = `${word('a contact’s address')}@example.com`
  const person = { name: word('a contact’s name'), email, language: null }
  await CurrentTenant.batch(Contacts.remembering(owner, [person], environment))
  const [[{ id }]] = await CurrentTenant.batch([Contacts.matching(owner, email, 1)])
  return id
}

/** One in use with a form that somebody has filled in, and one that was archived. */
async function templates(
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
  await PublicForms.turnOn(templateId, settings, owner.id)
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

/** A draft, and one that was withdrawn. */
async function withoutLinks(word: Word, by: Actor): Promise<string[]> {
  const draft = await send(word, by, { isSent: false })
  const voided = await send(word, by)
  await (await Document.findOrFail(voided.id)).void({ reason: word('a reason'), by })
  return [draft.id, voided.id]
}

async function idsOf(document: Document): Promise<Resources> {
  const [signer] = document.signers
  return {
    'documents/:id': [document.id],
    'signers/:signer': [signer.id],
    'sign/:token': [await signer.token()],
    'track/:token': [await document.trackingToken()],
  }
}

async function send(
  word: Word,
  by: Actor,
  { isSent = true, inPerson = false } = {}
): Promise<Document> {
  const signer = {
    inPerson,
    name: word('a signer’s name'),
    email: `${word('a signer’s address')}@example.com`,
    message: word('a signer’s message'),
    fields: [ANSWER],
  }
  const text = await contract(word('a document’s text'))
  return Draft.create(
    {
      title: word('a document’s title'),
      message: word('a document’s message'),
      metadata: { note: word('a document’s metadata') },
      signers: [signer],
      by,
    },
    await AcceptedPdf.accept(text, `${word('a file’s name')}.pdf`),
    { send: isSent }
  )
}

/** As a person does in a browser. */
async function sign({ id, signers: [signer] }: Document, answer: string): Promise<void> {
  const signing = new Signing(id, signer.id, CLIENT)
  await signing.open()
  await signing.consent()
  await signing.view()
  await signing.ask('question', answer)
  const fields = (await Document.whole(id))?.fields ?? []
  const asked = fields.filter(({ type }) => type === 'text')
  await new Signing(id, signer.id, CLIENT).sign({
    values: Object.fromEntries(asked.map((field) => [field.id, answer])),
    signature: { kind: 'typed', text: signer.name },
  })
}

/** What work has made of it: deliveries, events, mails. */
export async function consequences(): Promise<Resources> {
  const tables = { 'deliveries/:id': 'webhook_deliveries', 'mailbox/:id': 'mails' }
  const rows = await CurrentTenant.batch(
    Object.values(tables).map((table) => ({ text: `select id from ${table} order by id limit 2` }))
  )
  const ids = Object.keys(tables).map((place, at) => [place, rows[at].map(({ id }) => String(id))])
  return Object.fromEntries(ids)
}

async function contract(word: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.addPage([595, 842]).drawText(word, { x: 60, y: 760, size: 14, font })
  return pdf.save()
}
