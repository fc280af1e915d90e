import type { Actor } from '#app/audit/actor'
import type Document from '#app/documents/document'
import { BulkActions } from '#app/documents/bulk_actions/bulk_action'
import { Labels } from '#app/documents/labels/labels'
import { SavedViews } from '#app/documents/views/saved_views'
import type { Environment } from '#app/foundation/environment'
import type User from '#app/identity/users/user'
import { Contacts } from '#app/identity/contacts/contacts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import Integration from '#app/webhooks/integration'
import type { Canaries } from '../evidence/canary.js'
import type { Word } from './canary_contract.js'
import { finish, idsOf, question, send, withoutLinks } from './documents.js'
import { editorLinks, embedLink, inPersonLink } from './one_time_links.js'
import { mergedResources, type Resources } from './resources.js'
import { templates } from './templates.js'

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
    'questions/:question': [await question(pending, word)],
    'embed/:token': [await embedLink(pending, by, canaries, home)],
    ...(await editorLinks(keyId, word, by, canaries, home)),
    'in-person/:token': [await inPersonLink(here, owner, by, canaries, home)],
    'contacts/:id': [await contact(owner, environment, word)],
    'views/:id': [await savedView(owner, word)],
    'labels/:id': await labels(pending, word, by),
    'bulk-actions/:id': [await bulkAction(pending, by)],
    ...(await templates(owner, canaries, home, word, by)),
    'webhooks/:id': [endpoint.id],
    'integrations/:id': [integration.id],
  })
}

/** Of the owner alone. */
function savedView(owner: User, word: Word): Promise<string> {
  const words = { name: word('the name of a saved view'), shared_with: null }
  return SavedViews.create(owner, words, 'status=pending')
}

/** Reminds of one document. */
async function bulkAction({ id }: Document, by: Actor): Promise<string> {
  const asked = { action: 'remind', reason: '', label: null } as const
  let made = ''
  await BulkActions.begin([id], asked, by, async (begun) => {
    made = begun
  })
  await BulkActions.stop(made)
  return made
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

/** What work has made of it: deliveries, events, mails. */
export async function consequences(): Promise<Resources> {
  const tables = { 'deliveries/:id': 'webhook_deliveries', 'mailbox/:id': 'mails' }
  const rows = await CurrentTenant.batch(
    Object.values(tables).map((table) => ({ text: `select id from ${table} order by id limit 2` }))
  )
  const ids = Object.keys(tables).map((place, at) => [place, rows[at].map(({ id }) => String(id))])
  return Object.fromEntries(ids)
}
