import { answerWith, deleted, pageOf } from './envelope.js'
import {
  always,
  id,
  instant,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  url,
} from '#app/foundation/schema/schema'

const MEMBER = named(
  'FormMember',
  object(
    {
      role: text('Seller', 'The name of a role.'),
      member: id('usr', 'The member who takes it.'),
    },
    { description: 'Who takes a role in every document of a form.' }
  )
)

const FORM = named(
  'Form',
  object(
    {
      id: id('frm'),
      object: always('form'),
      status: oneOf(
        ['open', 'closed', 'ended', 'full', 'archived'],
        'Ended: `closesAt` is over. Full: `most` is reached. Archived: its template is.'
      ),
      url: url(
        'https://acme.example/f/frm_4WzC8rS1p0n6m3hXk2vYt7qLbJ5dG9fA0eUiOxNcRsE',
        'The link that anybody may open to sign.'
      ),
      templateId: id('tpl', 'The template; its newest version is used.'),
      title: text(
        'Contract of sale',
        'What visitors see, and the title of the documents they sign.'
      ),
      welcome: nullable(text('Thank you for your interest.', 'What visitors read first.'), 'null'),
      role: text('Buyer', 'The role that the visitor takes.'),
      members: listOf(MEMBER, 'Who takes each other role.'),
      responsible: id('usr', 'The member in whose name documents are sent.'),
      closesAt: nullable(instant('When it ends.'), 'null'),
      most: nullable(integer(100, 'How many documents it makes at most.')),
      submissions: integer(12, 'How many documents it has made.'),
      createdAt: instant('When it was created.'),
      updatedAt: instant('When it last changed.'),
    },
    { description: 'A link of a template that anybody may open to sign.' }
  )
)

export const FORM_ANSWER = answerWith(FORM)
export const FORM_LIST = pageOf(FORM)
export const FORM_DELETED = deleted('frm', 'form')
