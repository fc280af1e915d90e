import {
  always,
  id,
  instant,
  named,
  nullable,
  object,
  oneOf,
  text,
} from '#app/foundation/schema/schema'
import { QUESTION_KINDS } from '#app/signing/questions/question'
import { answerWith, pageOf } from './envelope.js'

const WRITER = nullable(
  named(
    'Writer',
    object(
      { name: text('Ana Buyer', 'Their name.'), email: text('ana@example.com', 'Their address.') },
      {
        description:
          'Who wrote it, as they were called then; null where what is stored does not open.',
      }
    )
  )
)

const QUESTION = named(
  'Question',
  object(
    {
      id: id('qst'),
      object: always('question'),
      signerId: id('sig', 'The signer at whose link it was asked.'),
      kind: oneOf(QUESTION_KINDS, 'Paper: they want the document on paper.'),
      text: nullable(
        text(
          'Which parking space is meant?',
          'What they wrote; null where what is stored does not open.'
        )
      ),
      by: WRITER,
      askedAt: instant('When it was asked.'),
      answer: nullable(
        named(
          'GivenAnswer',
          object(
            {
              text: nullable(
                text('Space 12.', 'What the signer reads; null where what is stored does not open.')
              ),
              by: WRITER,
              answeredAt: instant('When it was answered.'),
            },
            { description: 'What the sender answered.' }
          )
        ),
        'null'
      ),
    },
    { description: 'What a signer wrote to the sender, with the answer.' }
  )
)

export const QUESTION_ANSWER = answerWith(QUESTION)
export const QUESTION_LIST = pageOf(QUESTION)
