import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { TEMPLATE_FILE } from './document_file.js'
import { FIELD_OPTIONS } from './field_options.js'
import { REMINDER_PLAN } from './reminders.js'
import { CERTIFICATE, IN_PERSON, ONE_TIME_CODE, ROLE as PART } from './document.js'
import { answerWith, pageOf } from './envelope.js'
import {
  always,
  boolean,
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
} from '#app/foundation/schema/schema'

const FIELD = named(
  'TemplateField',
  object(
    {
      type: oneOf(FIELD_TYPES, 'What the signer does here.'),
      page: integer(1, 'Starts at 1.'),
      x: number(60, 'In points from the left edge of the page as displayed.'),
      y: number(200, 'In points from the top edge.'),
      width: number(180, 'In points.'),
      height: number(50, 'In points.'),
      options: FIELD_OPTIONS,
    },
    { description: 'A field that the person in the role fills in.', optional: ['options'] }
  )
)

const ROLE = named(
  'Role',
  object(
    {
      name: text('Buyer', 'Unique in the template. The signer’s `key` in documents made of it.'),
      role: PART,
      inPerson: IN_PERSON,
      oneTimeCode: ONE_TIME_CODE,
      certificate: CERTIFICATE,
      order: nullable(integer(1, 'Lower numbers sign first, equal numbers in parallel.'), 'null'),
      fields: listOf(FIELD, 'The fields of this role.'),
    },
    {
      description: 'Who signs, without saying which person.',
      optional: ['role', 'inPerson', 'oneTimeCode', 'certificate'],
    }
  )
)

export const TEMPLATE = named(
  'Template',
  object(
    {
      id: id('tpl'),
      object: always('template'),
      version: integer(1, 'Counts from 1 with each change. Documents name the version they use.'),
      title: text('Contract of sale', 'Also that of documents made of it.'),
      message: nullable(text('Please sign by Friday.', 'Included in the invitation.')),
      expiresIn: text('30d', 'Days from the moment of sending.'),
      allowDelegation: boolean(
        true,
        'Signers of documents made of it may hand signing over; missing if they may not.'
      ),
      language: oneOf(
        ALL_LANGUAGES,
        'What is added to documents made of it is written in; missing where that is the first language of your brand.'
      ),
      reminders: REMINDER_PLAN,
      roles: listOf(ROLE, 'In the order of the request.'),
      pageCount: integer(3, 'How many pages it has, in all its files.'),
      files: listOf(
        TEMPLATE_FILE,
        'Its files, in the order of their pages; missing where it is one. They are shown as one PDF, to which the hashes below belong; documents made of it have the same files.'
      ),
      originalSha256: sha256('The hash of the file as received.'),
      canonicalSha256: sha256('The hash of the file as signers see it.'),
      teams: listOf(
        text('Sales', 'The name of a team.'),
        'Whose members see and use it; missing where there are none. Keys, owners and admins see all templates.'
      ),
      createdBy: text(
        'usr_01m7y40e2r6eqbqt8qhhqb7vwv',
        'The user who created it, or who created the key that did.'
      ),
      createdAt: instant('When it was created.'),
      updatedAt: instant('When it last changed.'),
      archivedAt: nullable(instant('Since when it cannot be used.'), 'null'),
    },
    {
      description: 'A PDF, or several, with fields for roles, of which documents are made.',
      optional: ['allowDelegation', 'files', 'language', 'reminders', 'teams'],
    }
  )
)

export const TEMPLATE_ANSWER = answerWith(TEMPLATE)

export const TEMPLATE_LIST = pageOf(TEMPLATE)
