import { SIGNER_ROLES } from '#app/documents/signers/signer_role'
import {
  boolean,
  instant,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  sha256,
  text,
} from '#app/foundation/schema/schema'

const SIGNER = object(
  {
    id: text('sig_01jz7k2v5t8n3m6q9r4w1x0y2a', 'As steps name the signer.'),
    name: text('Ana Souza', 'As the trail has it; empty if it was erased.'),
    email: text('ana@example.com', 'As the trail has it; empty if it was erased.'),
    role: oneOf(SIGNER_ROLES, 'What they were asked for.'),
    signedAt: nullable(instant('When they signed or approved; null if they did not.')),
    ipAddress: nullable(text('203.0.113.7', 'From where.')),
    host: nullable(text('Olga Owner', 'On whose device, if they signed in person.')),
  },
  { description: 'Somebody the document was sent to.' }
)

const STEP = object(
  {
    sequence: integer(
      4,
      'Of its entry in the trail, or of the first of several that say the same.'
    ),
    at: instant('When it was recorded.'),
    action: text('consent.accepted', 'What happened, for programs.'),
    text: text('Consent accepted · version 3', 'What happened, in English.'),
    by: text('Ana Souza', 'Who did it.'),
    ipAddress: nullable(text('203.0.113.7', 'From where.')),
    signerId: nullable(text('sig_01jz7k2v5t8n3m6q9r4w1x0y2a', 'Which signer it is about.')),
  },
  { description: 'One step.' }
)

export const TRAIL_FACTS = object(
  {
    isWhole: boolean(
      true,
      'Whether every entry was recomputed and fits to the one before it; if not, nothing else is said.'
    ),
    documentId: text('doc_01jz7k2v5t8n3m6q9r4w1x0y2a', 'What the document is called here.'),
    length: integer(12, 'How many entries there are.'),
    head: text(
      '2c624232cc4ad1c4ad1ad3b8d0c2c4f5a0a3a2e8d0b8c5b2b8c5d0a3f4e6a7b9',
      'SHA-256 of the last entry, which stands for all.'
    ),
    originalSha256: nullable(sha256('Of the file as it was uploaded.')),
    signers: listOf(SIGNER, 'In the order in which they were named when it was sent.'),
    steps: listOf(STEP, 'As the certificate prints them.'),
  },
  { description: 'Who signed and in what steps, by the audit trail that the seal covers.' }
)
