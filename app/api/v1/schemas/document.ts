import { LABELS } from '#app/documents/document_status'
import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { CERTIFICATE_DEMANDS } from '#app/documents/signers/own_certificate'
import { CODE_CHANNELS } from '#app/documents/signers/one_time_code'
import { IDENTITY_CHECKS } from '#app/documents/signers/signer_identity'
import { SIGNER_ROLES } from '#app/documents/signers/signer_role'
import { SIGNER_LABELS } from '#app/documents/signers/signer_status'
import { EARLIER_SIGNATURE } from './earlier_signature.js'
import { DOCUMENT_FILE } from './document_file.js'
import { FIELD_OPTIONS } from './field_options.js'
import { REMINDERS } from './reminders.js'
import { answerWith, answerWithMore, deleted, pageOf } from './envelope.js'
import {
  always,
  boolean,
  email,
  id,
  instant,
  integer,
  listOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  sha256,
  text,
  texts,
  url,
  type Schema,
} from '#app/foundation/schema/schema'

const SIGNING_URL = url(
  'https://acme.example/sign/tok_4WzC8rS1p0n6m3hXk2vYt7qLbJ5dG9fA0eUiOxNcRsE',
  'Where this signer signs. Anyone who has this link can sign. Only with the scope `links:read`.'
)
const TRACKING_URL = url(
  'https://acme.example/track/trk_4WzC8rS1p0n6m3hXk2vYt7qLbJ5dG9fA0eUiOxNcRsE',
  'A page that shows the progress, without addresses or links.'
)

const VALUE: Schema = {
  type: ['string', 'boolean', 'null'],
  description:
    'What the signer filled in: text, numbers and dates as text, a checkbox or radio button as true or false; null until they have signed, for signatures and initials, and for a field that was not shown. Only with the scope `values:read`.',
  examples: [null],
}

const FIELD = named(
  'Field',
  object(
    {
      id: id('fld'),
      type: oneOf(FIELD_TYPES, 'What the signer does here.'),
      page: integer(1, 'Starts at 1.'),
      x: number(60, 'In points from the left edge of the page as displayed.'),
      y: number(200, 'In points from the top edge.'),
      width: number(180, 'In points.'),
      height: number(50, 'In points.'),
      options: FIELD_OPTIONS,
      value: VALUE,
    },
    {
      description: 'A field on a page that one signer fills in.',
      optional: ['options', 'value'],
    }
  )
)

export const ROLE = oneOf(
  SIGNER_ROLES,
  'What they are asked for. `approver`: to approve, and not to sign; `copy`: nothing, they only get the finished document; missing for a signer.'
)

export const IN_PERSON = boolean(
  true,
  'Whether they sign on the device of a member, and get no link; missing for those who get one.'
)

export const CERTIFICATE = oneOf(
  CERTIFICATE_DEMANDS,
  'Whether they may, or have to, sign with a certificate of their own as well; missing if nobody asks for it.'
)

export const ONE_TIME_CODE = oneOf(
  CODE_CHANNELS,
  'How a code is sent to them, which they enter before the signing link shows anything; missing if none is.'
)

const SIGNED_WITH = object(
  {
    subject: text('C=DE, O=Acme GmbH, CN=Ana Buyer', 'Whom the certificate names.'),
    issuer: text('C=DE, O=Trust AG, CN=Trust CA 2', 'As the certificate says; not checked.'),
    serial: text('5F0C2A', 'Hexadecimal.'),
    sha256: sha256('The hash of the certificate.'),
    validUntil: instant('When the certificate ends.'),
  },
  {
    description:
      'The certificate of their own that the signer signed with; missing if they signed with none.',
  }
)

export const SIGNER = named(
  'Signer',
  object(
    {
      id: id('sig'),
      key: nullable(text('buyer', 'Your own name for this signer.')),
      role: ROLE,
      inPerson: IN_PERSON,
      name: nullable(text('Ana Buyer', 'Null once the document has been erased.')),
      email: nullable(email('Null once the document has been erased.')),
      order: nullable(integer(1, 'Lower numbers sign first, equal numbers in parallel.'), 'null'),
      identity: oneOf(
        IDENTITY_CHECKS,
        'How they have to prove who they are when they sign; missing if the link is enough.'
      ),
      certificate: CERTIFICATE,
      signedWith: SIGNED_WITH,
      access: always(
        'code',
        'They have to enter an access code before the signing link shows anything; missing if the link is enough.'
      ),
      oneTimeCode: ONE_TIME_CODE,
      phone: text('+4915112345678', 'Where codes by SMS go; missing if none are sent there.'),
      language: oneOf(
        ALL_LANGUAGES,
        'What you chose for this signer; missing if you chose nothing. The signer may choose another.'
      ),
      message: text('Please check the price.', 'To this signer alone; missing if there is none.'),
      status: oneOf(
        Object.keys(SIGNER_LABELS),
        'Pending: not invited yet. Viewing: the signer has the page open. Signed: of an approver, approved. Sent: of somebody who signs in person, it is their turn; of somebody who only gets a copy, it is on its way.'
      ),
      fields: listOf(FIELD, 'The fields that this signer fills in.'),
      sentAt: nullable(
        instant('When the invitation, or the copy, went out; null until it is their turn.')
      ),
      viewedAt: nullable(instant('When the first page was displayed, after consent.'), 'null'),
      signedAt: nullable(instant('When they signed.'), 'null'),
      declinedAt: nullable(instant('When they declined. This ends the document.'), 'null'),
      declineReason: nullable(
        text('The price is wrong', 'The signer’s reason, if they gave one.'),
        'null'
      ),
      signingUrl: SIGNING_URL,
    },
    {
      description: 'A person who is asked to sign, or gets a copy.',
      optional: [
        ...['role', 'inPerson', 'identity', 'access', 'oneTimeCode', 'phone'],
        ...['certificate', 'signedWith'],
        ...['language', 'message', 'signingUrl'],
      ],
    }
  )
)

const REVISION = object({
  sha256: sha256('The hash of the file in this state.'),
  bytes: integer(48211, 'The length of the file in this state.'),
  at: instant('When it was created.'),
  level: oneOf(
    ['B-T', 'B-B', 'B-LT', 'B-LTA'],
    'PAdES level of the seal: with a time stamp, without one, with one and proofs for the long term, or with a time stamp over these as well.'
  ),
})

export const DOCUMENT = named(
  'Document',
  object(
    {
      id: id('doc'),
      documentId: id('doc', 'The same as `id`.'),
      object: always('document'),
      status: oneOf(
        Object.keys(LABELS),
        'The state of the document. It only moves forward; completed, declined, expired, voided and failed are final.'
      ),
      title: nullable(text('Contract of sale', 'Null once the document has been erased.')),
      message: nullable(text('Please sign by Friday.', 'Included in the invitation.')),
      expiresIn: text('30d', 'Days from the moment of sending.'),
      trackingUrl: nullable(TRACKING_URL),
      emailsSent: integer(
        1,
        'Invitations and copies accepted for delivery, counting each signer once.'
      ),
      failedEmails: integer(0, 'Invitations and copies that could not be delivered.'),
      metadata: texts({ deal: '4711' }, 'Your own data.'),
      redirectUrl: nullable(url('https://crm.example/deals/4711', 'Where signers go afterwards.')),
      allowDelegation: boolean(
        true,
        'Signers may hand signing over to another person; missing if they may not.'
      ),
      language: oneOf(
        ALL_LANGUAGES,
        'What is added to it is written in; missing where that is the first language of your brand.'
      ),
      reminders: REMINDERS,
      createdBy: text(
        'usr_01m7y40e2r6eqbqt8qhhqb7vwv',
        'The user who created it, or who created the key that did.'
      ),
      template: object(
        {
          id: id('tpl'),
          version: integer(1, 'The version of the template that was used.'),
        },
        { description: 'What it was made of; missing for a document made of a file.' }
      ),
      labels: listOf(
        text('Sales', 'The name of a label.'),
        'How you sort it in the dashboard, by name. No part of its evidence.'
      ),
      progress: integer(
        0,
        'The percentage of signers who have signed. Those who only get a copy do not count.'
      ),
      pageCount: integer(3, 'The pages of the file, without those that sealing appends.'),
      earlierSignatures: listOf(
        EARLIER_SIGNATURE,
        'Signatures that the file bore when it was uploaded, in the order of what they cover; missing if there were none. Such a file is kept as it is.'
      ),
      files: listOf(
        DOCUMENT_FILE,
        'Its files, in the order of their pages; missing where it is one. They are shown and signed as one PDF, to which the hashes below belong, and each is sealed on its own as well.'
      ),
      originalSha256: sha256('The hash of the file as received.'),
      canonicalSha256: sha256('The hash of the file as signers see it.'),
      sealedSha256: nullable(
        sha256(
          'The hash of the sealed PDF, once it exists. Proofs for the long term are added behind it (`revisions`): it then is the hash of the first bytes of what is served.'
        ),
        'null'
      ),
      revisions: listOf(
        REVISION,
        'Versions of the sealed file, oldest first; the last is served. Another one follows if a time stamp was added later, because no authority answered when the file was sealed, and when proofs for the long term (`B-LT`) or a time stamp over all of it (`B-LTA`) were added, which leave its first bytes as they were.'
      ),
      createdAt: instant('When it was uploaded.'),
      updatedAt: instant('When it last changed.'),
      sentAt: nullable(instant('When it was sent; null for a draft.')),
      completedAt: nullable(instant('When the sealed PDF was stored.'), 'null'),
      declinedAt: nullable(instant('When a signer declined.'), 'null'),
      expiredAt: nullable(instant('When it expired.'), 'null'),
      voidedAt: nullable(instant('When it was voided.'), 'null'),
      voidReason: nullable(text('The house was sold.', 'The reason, as given to signers.'), 'null'),
      failedAt: nullable(instant('When sealing turned out to be impossible.'), 'null'),
      expiresAt: nullable(instant('When signing ends; null for a draft.')),
      erasedAt: nullable(instant('When its file and all personal data were erased.'), 'null'),
      signers: listOf(SIGNER, 'In the order of the request.'),
    },
    {
      description: 'A PDF that its signers are asked to sign.',
      optional: [
        ...(['allowDelegation', 'language', 'reminders', 'template'] as const),
        ...(['earlierSignatures', 'files'] as const),
      ],
    }
  )
)

const SIGNER_LINKS = listOf(
  object({ email: email('The signer’s address.'), url: SIGNING_URL }),
  'Where each signer signs; empty for a draft.'
)

/** With the links that only its creator and keys with `links:read` get. */
export const DOCUMENT_ANSWER = answerWithMore(
  DOCUMENT,
  { signerLinks: SIGNER_LINKS },
  { optional: ['signerLinks'] }
)

export const SENDING_ANSWER = answerWith(
  named(
    'Sending',
    object(
      {
        id: id('doc'),
        documentId: id('doc', 'The same as `id`.'),
        object: always('document'),
        status: always('pending'),
        title: text('Contract of sale', 'As given, or the file name.'),
        trackingUrl: TRACKING_URL,
        signers: listOf(
          object(
            {
              id: id('sig'),
              key: nullable(text('buyer', 'Your own name for this signer.')),
              role: ROLE,
              inPerson: IN_PERSON,
              name: text('Ana Buyer', 'As given.'),
              email: email('Where the invitation went.'),
              status: oneOf(
                ['sent', 'pending', 'delivery_failed'],
                'Pending until it is their turn. `delivery_failed` where no mail goes to their address, because it was refused before: `signingUrl` works all the same.'
              ),
              signingUrl: SIGNING_URL,
            },
            { optional: ['role', 'inPerson', 'signingUrl'] }
          ),
          'In the order of the request.'
        ),
        emailsSent: integer(1, 'Invitations accepted for delivery, counting each signer once.'),
        failedEmails: integer(0, 'Invitations that could not be delivered.'),
        expiresIn: text('30d', 'Days from the moment of sending.'),
        createdAt: instant('When the file was fetched.'),
        sentAt: instant('When it was sent.'),
        expiresAt: instant('When signing ends.'),
      },
      { description: 'A document that has just been sent.' }
    )
  )
)

export const DOCUMENT_LIST = pageOf(DOCUMENT)

export const DOCUMENT_DELETED = deleted('doc', 'document')
