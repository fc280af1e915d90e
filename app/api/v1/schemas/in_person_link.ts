import { always, email, id, instant, named, object, text } from '#app/foundation/schema/schema'
import { answerWith } from './envelope.js'

const HOST = object(
  {
    id: id('usr', 'The member’s id.'),
    name: text('Olga Owner', 'Their name, as trail and certificate show it.'),
    email: email('Their address.'),
  },
  { description: 'The member who hands over the device.' }
)

export const IN_PERSON_LINK_ANSWER = answerWith(
  named(
    'InPersonLink',
    object(
      {
        object: always('in_person_link'),
        url: text(
          'https://acme.example/in-person/inp_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
          'To open on the device that is handed over. It opens once.'
        ),
        host: HOST,
        expiresAt: instant('Until when it can be opened.'),
      },
      { description: 'A signing page for somebody who signs on the device of a member.' }
    )
  )
)
