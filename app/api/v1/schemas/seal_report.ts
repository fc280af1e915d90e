import { FAULTS, VERDICTS, type Fault } from '#app/sealing/verifier/seal_report'
import { SIGNATURE_FACTS } from './earlier_signature.js'
import { answerWith } from './envelope.js'
import { TRAIL_FACTS } from './trail_facts.js'
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

const STAMPED = {
  at: instant('When the authority saw it.'),
  authority: text('CN=Example TSA, O=Example', 'As its certificate names it.'),
  isTrusted: nullable(
    boolean(true, 'Whether this installation trusts it; null if it names no authorities.')
  ),
}

const TIMESTAMP = object(STAMPED, {
  description: 'A time stamp of an independent authority over the seal.',
})

const DOCUMENT_TIMESTAMP = object(
  { ...STAMPED, validUntil: instant('Until when it can be checked by itself.') },
  { description: 'A time stamp over the whole file as it was then.' }
)

const OWN_CERTIFICATE = object(
  {
    subject: text('C=DE, O=Acme Realty, CN=Acme Realty', 'As it names its holder.'),
    issuer: text('C=DE, O=Example Trust, CN=Example Trust Seals 4', 'Who issued it.'),
    serial: text('5f1d3c9a', 'Its number, in hexadecimal.'),
    validUntil: instant('Until when it is valid.'),
    isStatusKnown: boolean(
      true,
      'Whether the file says of it and of its issuers that they were good when it was sealed; at `B-LT` or above.'
    ),
  },
  {
    description:
      'The sender’s own certificate. This service confirms whose its key is; its issuer is not an authority of this service, and is not judged.',
  }
)

const SEAL = object(
  {
    by: text('Acme Realty', 'The organisation that sealed it.'),
    certificate: text('O=Acme Realty, CN=Acme Realty document seal', 'Subject of the certificate.'),
    ownCertificate: nullable(OWN_CERTIFICATE),
    isTest: boolean(false, 'Sealed in a sandbox: no legal effect.'),
    claimedAt: instant('When it was sealed, as the seal says.'),
    timestamp: nullable(TIMESTAMP),
    hasUncheckedTimestamp: boolean(
      false,
      'It has a time stamp in an algorithm that is not checked, because browsers lack it; `timestamp` is then null.'
    ),
    level: oneOf(
      ['B-T', 'B-B', 'B-LT', 'B-LTA'],
      'PAdES level: with a time stamp, without one, with one and proofs for the long term behind the seal, or with a time stamp over all of that.'
    ),
    documentTimestamps: listOf(
      DOCUMENT_TIMESTAMP,
      'Those over the whole file, with its seal and proofs, oldest first.'
    ),
    provenUntil: nullable(
      instant(
        'Until when they can be checked, each made before the one before it had ended; null without any. They are renewed before.'
      )
    ),
    unprovenAuthorities: listOf(
      text('CN=Example TSA, O=Example', 'As its certificate names it.'),
      'Time-stamp authorities of which nothing in the file says that their certificates were good: always that of the newest. Empty below `B-LT`, where nothing says so of any.'
    ),
    coveredBytes: integer(48211, 'What is proved: so many bytes from the first on.'),
    revokedAt: nullable(
      instant('Since when seals of its certificate do not count, if it was revoked.')
    ),
  },
  { description: 'A seal that holds, for the whole file or for the first part of it.' }
)

const SIGNATURE = object(
  {
    ...SIGNATURE_FACTS,
    signer: nullable(
      object(
        {
          name: text('Ana Buyer', 'As the sender named them.'),
          issuer: text('C=DE, O=Example Trust, CN=Example Trust Persons 2', 'Who issued it.'),
        },
        {
          description:
            'The signer of this document who made it with a certificate of their own, as the seal says. Who issued the certificate is not judged. Null for a signature of somebody else, such as one from before the upload.',
        }
      )
    ),
  },
  { description: 'A signature beside the seal.' }
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
        signatures: listOf(SIGNATURE, 'Those beside the seal, in the order of what they cover.'),
        trail: nullable(TRAIL_FACTS),
        notProved: listOf(
          text('Whether what the document says is true, complete or binding.'),
          'What nobody should read into this, in English.'
        ),
        sha256: sha256('Of the file.'),
        bytes: integer(48211, 'Length of the file.'),
      },
      { description: 'What a seal proves about a file.' }
    )
  )
)
