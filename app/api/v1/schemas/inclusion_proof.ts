import { always, integer, listOf, named, object, sha256, text } from '#app/foundation/schema/schema'
import { answerWith } from './envelope.js'

const HASH = 'Yq3fTnUfFPDcvFhrYdQEJRmnPFlPTTrTkdGjUzcXUFE='

const inclusion = (description: string) =>
  object(
    {
      index: integer(0, 'The place of the leaf, from 0.'),
      size: integer(1, 'How many leaves the tree has.'),
      path: listOf(text(HASH), 'The hashes beside the way up to the root, the lowest first.'),
    },
    { description }
  )

const ENTRY = object(
  {
    chain: text('doc_01m7y40e2r6eqbqt8qhhqb7vwv', 'The document.'),
    sequence: integer(7, 'The place of the entry in the trail.'),
    hash: sha256('The hash of the entry, as the trail and the certificate show it.'),
  },
  { description: 'The entry that is proved, and with it all before it.' }
)

export const INCLUSION_PROOF = named(
  'InclusionProof',
  object(
    {
      object: always('inclusion_proof'),
      entry: ENTRY,
      link: text(
        '["tenant_acme","doc_01m7y40e2r6eqbqt8qhhqb7vwv",7,"4be2…"]',
        'The text whose leaf (RFC 6962) the checkpoint binds.'
      ),
      inCheckpoint: inclusion('Leads from the link to the `root` in the checkpoint.'),
      checkpoint: text(
        '{"at":"2026-11-23T10:00:00.000Z","first":1,"last":1,"leaves":1,"number":1,"previousRoot":null,"root":"4be2…"}',
        'The text whose leaf the log contains.'
      ),
      inLog: inclusion('Leads from the checkpoint to the root in the head.'),
      head: text(
        `sign.example/log/main\n1\n${HASH}\n\n— sign.example/log/main …\n`,
        'The head of the log, signed by the log and by its witnesses (C2SP tlog-checkpoint).'
      ),
    },
    { description: 'Shows that the public log contains an entry of a trail.' }
  )
)

export const INCLUSION_PROOF_ANSWER = answerWith(INCLUSION_PROOF)
