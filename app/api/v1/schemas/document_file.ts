import { integer, named, nullable, object, sha256, text } from '#app/foundation/schema/schema'

const PLACE = {
  firstPage: integer(1, 'The page of all of them that is its first.'),
  pageCount: integer(3, 'How many pages it has.'),
  bytes: integer(48_213, 'The size of the file as received.'),
  originalSha256: sha256('The hash of the file as received.'),
}

/** One of several files of a document. */
export const DOCUMENT_FILE = named(
  'DocumentFile',
  object(
    {
      number: integer(1, 'From 1, in the order of their pages; names it in addresses.'),
      name: nullable(text('Lease.pdf', 'Null once the document has been erased.')),
      ...PLACE,
      canonicalSha256: sha256('The hash of the file as it is sealed, without what signers enter.'),
      sealedSha256: nullable(
        sha256('The hash of the file as it was first sealed, or with its late time stamp.'),
        'null'
      ),
    },
    { description: 'One of several files of a document, sealed on its own.' }
  )
)

/** One of several files of a template. */
export const TEMPLATE_FILE = named(
  'TemplateFile',
  object(
    {
      number: integer(1, 'From 1, in the order of their pages.'),
      name: text('Lease.pdf', 'Also its name in documents made of the template.'),
      ...PLACE,
      canonicalSha256: sha256('The hash of the file as signers see it.'),
    },
    { description: 'One of several files of a template, from which documents get theirs.' }
  )
)
