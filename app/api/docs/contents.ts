import { RESOURCES } from '../v1/operations/index.js'
import type { Resource } from '../v1/operations/operation.js'

export interface Entry {
  title: string
  text: string
  path: string
  /** By which it is found as well, though they are not shown. */
  words?: string
}

/** Each is a template in resources/views/docs/guides. */
export const GUIDES = [
  guide(
    'quickstart',
    'Quickstart',
    'From a PDF to a sealed document in the sandbox, in one script.'
  ),
  guide('keys', 'Keys', 'What a key may do, from where and for how long, and how to replace it.'),
  guide('fields', 'Fields', 'Where signers sign and fill in, in points or percent of a page.'),
  guide('templates', 'Templates', 'Prepare a PDF once, and name only the people each time.'),
  guide(
    'embedding',
    'Embedding',
    'Let people sign, and place fields, inside your own application.'
  ),
  guide('states', 'States', 'The states of a document and its signers.'),
  guide('sandbox', 'Sandbox', 'Try everything without real people, emails or bills.'),
  guide('webhooks', 'Webhooks', 'Receive events, and verify that they come from us.'),
  guide('verifying', 'Verifying', 'Check a sealed PDF with us, by API, or without us.'),
  guide('errors', 'Errors', 'What an error looks like, and what to do about it.'),
  guide('idempotency', 'Idempotency', 'Repeat a request without doing it twice.'),
  guide('pagination', 'Pagination', 'Read long lists without missing anything.'),
  guide(
    'typed-client',
    'Typed client',
    'A TypeScript client generated from the API description, in ten lines.'
  ),
  guide('versions', 'Versions', 'What remains stable, and how we announce changes.'),
  guide('going-live', 'Going live', 'What to do before your first real contract.'),
]

export const REFERENCE = RESOURCES.map((resource) => ({
  resource,
  title: resource.title,
  text: resource.description,
  path: `/docs/reference/${slugOf(resource)}`,
}))

export const CATALOGUES: readonly Entry[] = [
  {
    title: 'Webhook events',
    text: 'Every event, with its schema and an example.',
    path: '/docs/events',
  },
  {
    title: 'Error codes',
    text: 'Every code, what it means and what to do.',
    path: '/docs/errors',
  },
]

export const CONTENTS: readonly { title: string; entries: readonly Entry[] }[] = [
  { title: 'Guides', entries: GUIDES },
  { title: 'Reference', entries: [...REFERENCE, ...CATALOGUES] },
]

function guide(slug: string, title: string, text: string) {
  return { slug, title, text, path: `/docs/guides/${slug}` }
}

function slugOf({ title }: Resource): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
