import { integer, named, nullable, object, sha256, text } from '#app/foundation/schema/schema'

/** One of several files of a document. */
export const DOCUMENT_FILE = named(
  'DocumentFile',
  object(
    {
      number: integer(1, 'From 1, in the order of their pages; names it in addresses.'),
      name: nullable(text('Lease.pdf', 'Null once the document has been erased.')),
      firstPage: integer(1, 'The page of the document that is its first.'),
      pageCount: integer(3, 'How many pages it has.'),
      bytes: integer(48_213, 'The size of the file as received.'),
      originalSha256: sha256('The hash of the file as received.'),
      canonicalSha256: sha256('The hash of the file as it is sealed, without what signers enter.'),
      sealedSha256: nullable(
        sha256('The hash of the file as it was first sealed, or with its late time stamp.'),
        'null'
      ),
    },
    { description: 'One of several files of a document, sealed on its own.' }
  )
)
