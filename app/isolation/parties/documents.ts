import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { questionsOf } from '#app/signing/questions/question'
import { Signing } from '#app/signing/signing'
import { contract, type Word } from './canary_contract.js'
import type { Resources } from './resources.js'

const CLIENT = { ipAddress: '192.0.2.2', userAgent: 'Isolation' }

/** A field for an answer. */
export const ANSWER = { type: 'text', page: 1, x: 60, y: 200, width: 300, height: 24 } as const

/** A field for a file. */
const FILE = { ...ANSWER, type: 'attachment', y: 240, options: { required: false } } as const

export async function finish(word: Word, by: Actor): Promise<Document> {
  const document = await send(word, by)
  await sign(document, word('a signer’s answer'), word('a signer’s file'))
  return document
}

/** A draft, and one that was withdrawn. */
export async function withoutLinks(word: Word, by: Actor): Promise<string[]> {
  const draft = await send(word, by, { isSent: false })
  const voided = await send(word, by)
  await (await Document.findOrFail(voided.id)).void({ reason: word('a reason'), by })
  return [draft.id, voided.id]
}

export async function idsOf(document: Document): Promise<Resources> {
  const [signer] = document.signers
  return {
    'documents/:id': [document.id],
    'signers/:signer': [signer.id],
    'attachments/:field': document.fields.flatMap(({ id, type }) =>
      type === FILE.type ? [id] : []
    ),
    'sign/:token': [await signer.token()],
    'track/:token': [await document.trackingToken()],
  }
}

export async function send(
  word: Word,
  by: Actor,
  { isSent = true, inPerson = false } = {}
): Promise<Document> {
  const signer = {
    inPerson,
    name: word('a signer’s name'),
    email: `${word('a signer’s address')}@example.com`,
    message: word('a signer’s message'),
    fields: [ANSWER, FILE],
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

/** What the signer of an open document asks its sender, who has not answered. */
export async function question(document: Document, word: Word): Promise<string> {
  const [signer] = document.signers
  await new Signing(document.id, signer.id, CLIENT).ask('question', word('a signer’s question'))
  const [{ id }] = await questionsOf(document)
  return id
}

/** As a person does in a browser. */
async function sign(
  { id, signers: [signer] }: Document,
  answer: string,
  text: string
): Promise<void> {
  const signing = new Signing(id, signer.id, CLIENT)
  await signing.open()
  await signing.consent()
  await signing.view()
  await signing.ask('question', answer)
  const fields = (await Document.whole(id))?.fields ?? []
  const asked = fields.filter(({ type }) => type === 'text')
  const values = asked.map((field) => [field.id, answer])
  const file = Buffer.from(await contract(text))
  for (const { id: field, type } of fields)
    if (type === FILE.type) values.push([field, (await signing.upload(field, file, text)).key])
  await new Signing(id, signer.id, CLIENT).sign({
    values: Object.fromEntries(values),
    signature: { kind: 'typed', text: signer.name },
  })
}
