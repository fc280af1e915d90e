import { answerWith, pageOf } from './envelope.js'
import {
  always,
  email,
  id,
  instant,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
} from '#app/foundation/schema/schema'

const COUNTS = named(
  'BulkRowCounts',
  object(
    {
      total: integer(2, 'All rows.'),
      waiting: integer(2, 'Not sent yet.'),
      sent: integer(0, 'Each has a document.'),
      failed: integer(0, 'Not sent; `reason` of the row says why.'),
      cancelled: integer(0, 'Not sent, because the bulk send was cancelled.'),
    },
    { description: 'How many rows are in each state.' }
  )
)

const PAUSE = named(
  'BulkPause',
  object(
    {
      code: text('quota_exceeded', 'Of the refusal: stable, for programs.'),
      message: text(
        'The Free plan allows 5 documents a month; 5 are used, and this takes 1.',
        'For people.'
      ),
    },
    { description: 'Why it paused by itself.' }
  )
)

const BULK_SEND = named(
  'BulkSend',
  object(
    {
      id: id('blk'),
      object: always('bulk_send'),
      status: oneOf(
        ['running', 'draft', 'paused', 'completed', 'cancelled'],
        'A `draft` was uploaded in the dashboard and not sent yet.'
      ),
      template: named(
        'BulkTemplate',
        object(
          { id: id('tpl'), version: integer(1, 'All documents are made of it.') },
          { description: 'The template and its version.' }
        )
      ),
      title: text('Contract of sale', 'Of the template.'),
      rows: COUNTS,
      pausedBecause: nullable(PAUSE, 'null'),
      createdBy: text(
        'usr_01m7y40e2r6eqbqt8qhhqb7vwv',
        'The user who created it, or who created the key that did.'
      ),
      createdAt: instant('When it was created.'),
      startedAt: nullable(instant('When it was first set going.')),
      endedAt: nullable(instant('When it was completed or cancelled.'), 'null'),
    },
    { description: 'A template sent to many: a document for each row.' }
  )
)

const PERSON = named(
  'BulkPerson',
  object(
    {
      role: text('Buyer', 'The role in the template.'),
      name: text('Ana Buyer', 'As it appears in the document.'),
      email: email('Where the invitation goes.'),
    },
    { description: 'Somebody whom a row asks to sign.' }
  )
)

const BULK_ROW = named(
  'BulkRow',
  object(
    {
      object: always('bulk_row'),
      number: integer(1, 'Counts from 1, in the order of the request.'),
      status: oneOf(['waiting', 'sent', 'failed', 'cancelled'], 'How far it is.'),
      people: listOf(PERSON, 'Forgotten 90 days after the end, where the row was not sent.'),
      documentId: nullable(id('doc', 'The document that was sent.'), 'null'),
      reason: nullable(text('This person was erased.', 'Why it was not sent.'), 'null'),
    },
    { description: 'A row of a bulk send.' }
  )
)

export const BULK_SEND_ANSWER = answerWith(BULK_SEND)
export const BULK_SEND_LIST = pageOf(BULK_SEND)
export const BULK_ROW_LIST = pageOf(BULK_ROW)
