import { LABEL_COLORS } from '#app/documents/labels/label'
import { answerWith, deleted, pageOf } from './envelope.js'
import {
  always,
  id,
  instant,
  integer,
  named,
  object,
  oneOf,
  text,
} from '#app/foundation/schema/schema'

const LABEL = named(
  'Label',
  object(
    {
      id: id('lbl'),
      object: always('label'),
      name: text('Sales', 'Unique, whatever its case. Documents and filters name it by this.'),
      color: oneOf(LABEL_COLORS, 'Of the dot beside the name.'),
      documents: integer(12, 'How many documents have it.'),
      createdAt: instant('When it was created.'),
    },
    { description: 'A word that documents are sorted by. No part of their evidence.' }
  )
)

export const LABEL_ANSWER = answerWith(LABEL)
export const LABEL_LIST = pageOf(LABEL)
export const LABEL_DELETED = deleted('lbl', 'label')
