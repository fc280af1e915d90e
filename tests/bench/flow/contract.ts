import { FormData } from 'undici'
import { makePdf } from '#tests/factories/pdf_factory'
import type { Installation } from './installation.js'

const SIGNERS = ['Ana Buyer', 'Ben Seller']

export interface Sent {
  id: string
  tokens: string[]
}

export interface Contract {
  pages: number
  file: Uint8Array
}

export async function contract(pages: number): Promise<Contract> {
  return {
    pages,
    file: await makePdf({
      pages,
      text: 'A contract between the parties, with some words on every page',
    }),
  }
}

/** A document for two signers with a signature, a date and a text field each, sent in one request. */
export async function send({ client }: Installation, { file }: Contract): Promise<Sent> {
  const form = new FormData()
  form.set('title', 'Contract of sale')
  form.set('file', new Blob([Buffer.from(file)], { type: 'application/pdf' }), 'contract.pdf')
  form.set('signers', JSON.stringify(SIGNERS.map(signer)))
  const answer = await client.ask({ method: 'POST', path: '/api/v1/documents', body: form })
  if (answer.status !== 201) throw new Error(answer.text)
  const links = answer.body.signerLinks as { url: string }[]
  return { id: String(answer.body.id), tokens: links.map(({ url }) => url.split('/sign/')[1]) }
}

function signer(name: string, index: number) {
  const x = 60 + index * 260
  const fields = [
    { type: 'signature', page: 1, x, y: 600, width: 200, height: 50 },
    { type: 'date', page: 1, x, y: 660, width: 120, height: 20 },
    { type: 'checkbox', page: 1, x, y: 700, width: 16, height: 16 },
  ]
  return { name, email: `${name.split(' ')[0].toLowerCase()}@example.test`, fields }
}

async function consent(installation: Installation, token: string): Promise<void> {
  const { standardConsent } = await import('#app/signing/consent')
  const form = new URLSearchParams({
    consentVersion: standardConsent('en').version,
    accepted: 'yes',
  })
  await installation.call(
    `/sign/${token}/consent`,
    form.toString(),
    'application/x-www-form-urlencoded'
  )
}

/** All that a signer's browser asks for before the last click: the page, the script's report, consent, the file, its first page shown. */
export async function readDocument(installation: Installation, token: string): Promise<void> {
  const page = `/sign/${token}`
  await installation.visit(page)
  await installation.call(`${page}/opened`, '{}', 'application/json')
  await consent(installation, token)
  await installation.visit(page)
  await installation.visit(`${page}/file`)
  await installation.call(`${page}/viewed`, '{}', 'application/json')
}

export async function finish(installation: Installation, token: string): Promise<void> {
  const answers = { values: {}, signature: { kind: 'typed', text: 'Ana Buyer' } }
  await installation.call(`/sign/${token}/viewed`, '{}', 'application/json')
  await installation.call(`/sign/${token}/finish`, JSON.stringify(answers), 'application/json')
}
