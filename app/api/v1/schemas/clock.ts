import { answerWith } from './envelope.js'
import { always, instant, integer, named, object } from '#app/foundation/schema/schema'

export const CLOCK_ANSWER = answerWith(
  named(
    'TestClock',
    object(
      {
        object: always('test_clock'),
        now: instant('The time in the sandbox.'),
        aheadSeconds: integer(2_592_000, 'How far it is ahead of the real time.'),
      },
      { description: 'The sandbox clock. It only moves forward.' }
    )
  )
)
