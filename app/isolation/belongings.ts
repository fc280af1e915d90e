import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { Upload } from '#app/documents/upload'
import type { Environment } from '#app/foundation/environment'
import type User from '#app/identity/user'
import { Finish } from '#app/signing/finish'
import { Signing } from '#app/signing/signing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Endpoint from '#app/webhooks/endpoint'
import type { Canaries } from './canary.js'
import type { Things } from './side.js'

const HOOK = 'https://hooks.example.com'
const VISIT = { ipAddress: '192.0.2.2', userAgent: 'Isolation' }
const ANSWER = { type: 'text', page: 1, x: 60, y: 200, width: 300, height: 24 } as const

interface Making {
  name: string
  environment: Environment
  owner: User
  canaries: Canaries
}

/** An endpoint, a document that waits for its signer, and one that is finished; every word of theirs is a canary. */
export async function belongings({ name, environment, owner, canaries }: Making): Promise<Things> {
  const home = { tenant: name, part: environment }
  const word = (what: string) => canaries.plant(home, what)
  const { endpoint } = await Endpoint.register({
    url: `${HOOK}/${word('the address of an endpoint')}`,
    name: word('the name of an endpoint'),
  })
  const by: Actor = { type: 'user', id: owner.id, name: owner.name, ipAddress: '192.0.2.1' }
  const pending = await send(word, by)
  const finished = await send(word, by)
  await sign(finished, word('a signer’s answer'))
  for (const document of [pending, finished])
    canaries.remember(home, 'a signing token', await document.signers[0].token())
  return {
    ...(await idsOf(pending)),
    ...Object.fromEntries(
      Object.entries(await idsOf(finished)).map(([thing, id]) => [`finished ${thing}`, id])
    ),
    webhooks: endpoint.id,
  }
}

async function idsOf(document: Document): Promise<Things> {
  const [signer] = document.signers
  return {
    documents: document.id,
    signers: signer.id,
    sign: await signer.token(),
    track: await document.trackingToken(),
  }
}

async function send(word: (what: string) => string, by: Actor): Promise<Document> {
  const signer = {
    name: word('a signer’s name'),
    email: `${word('a signer’s address')}@example.com`,
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
    await Upload.accept(text, `${word('a file’s name')}.pdf`),
    { send: true }
  )
}

/** As a person does in a browser. */
async function sign({ id, signers: [signer] }: Document, answer: string): Promise<void> {
  const signing = new Signing(id, signer.id, VISIT)
  await signing.open()
  await signing.consent()
  await signing.view()
  const fields = (await Document.whole(id))?.fields ?? []
  const asked = fields.filter(({ type }) => type === 'text')
  await new Finish(id, signer.id, VISIT).sign({
    values: Object.fromEntries(asked.map((field) => [field.id, answer])),
    signature: { kind: 'typed', text: signer.name },
  })
}

/** What work has made of it: a delivery, an event, a mail. */
export async function consequences(): Promise<Things> {
  const tables = { deliveries: 'webhook_deliveries', events: 'events', mailbox: 'mails' }
  const rows = await CurrentTenant.batch(
    Object.values(tables).map((table) => ({ text: `select id from ${table} limit 1` }))
  )
  const ids = Object.keys(tables).map((thing, at) => [thing, rows[at][0]?.id as string | undefined])
  return Object.fromEntries(ids.filter(([, id]) => id !== undefined))
}

async function contract(word: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.addPage([595, 842]).drawText(word, { x: 60, y: 760, size: 14, font })
  return pdf.save()
}
