import { FAULTS, VERDICTS, type Fault } from '#app/sealing/verifier/seal_report'
import { EARLIER_SIGNATURE } from './earlier_signature.js'
import { answerWith } from './envelope.js'
import {
  always,
  boolean,
  instant,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  sha256,
  text,
} from '#app/foundation/schema/schema'

const TIMESTAMP = object(
  {
    at: instant('When the authority saw the seal.'),
    authority: text('CN=Example TSA, O=Example', 'As its certificate names it.'),
    isTrusted: nullable(
      boolean(true, 'Whether this installation trusts it; null if it names no authorities.')
    ),
  },
  { description: 'A time stamp of an independent authority.' }
)

const SEAL = object(
  {
    by: text('Acme Realty', 'The organisation that sealed it.'),
    certificate: text('O=Acme Realty, CN=Acme Realty document seal', 'Subject of the certificate.'),
    isTest: boolean(false, 'Sealed in a sandbox: no legal effect.'),
    claimedAt: instant('When it was sealed, as the seal says.'),
    timestamp: nullable(TIMESTAMP),
    level: oneOf(
      ['B-T', 'B-B', 'B-LT'],
      'PAdES level: with a time stamp, without one, or with one and proofs for the long term behind the seal.'
    ),
    coveredBytes: integer(48211, 'What is proved: so many bytes from the first on.'),
    revokedAt: nullable(
      instant('Since when seals of its certificate do not count, if it was revoked.')
    ),
  },
  { description: 'A seal that holds, for the whole file or for the first part of it.' }
)

const FAULT = object(
  {
    code: oneOf(Object.keys(FAULTS) as Fault[], 'What is wrong.'),
    attack: nullable(
      text('ISA', 'What research calls attacks of this kind (USF, SWA, ISA, shadow, EAA, SSA).')
    ),
  },
  { description: 'One thing that is wrong.' }
)

export const SEAL_REPORT = answerWith(
  named(
    'SealReport',
    object(
      {
        object: always('seal_report'),
        verdict: oneOf(
          VERDICTS,
          '`whole`: sealed here and unchanged; `revoked`: unchanged, but the seal’s certificate was revoked, and nothing proves that the seal is older; `altered`: it has a seal that does not stand for what it shows; `foreign`: it has a signature that was not made here; `unsealed`: it has none.'
        ),
        faults: listOf(FAULT, 'What is wrong; empty for `whole`.'),
        seal: nullable(SEAL),
        signatures: listOf(EARLIER_SIGNATURE, 'Those of others, in the order of what they cover.'),
        sha256: sha256('Of the file.'),
        bytes: integer(48211, 'Length of the file.'),
      },
      { description: 'What a seal proves about a file.' }
    )
  )
)
