import { always, instant, named, object, text } from '#app/foundation/schema/schema'
import { answerWith } from './envelope.js'

export const EMBED_LINK_ANSWER = answerWith(
  named(
    'EmbedLink',
    object(
      {
        object: always('embed_link'),
        url: text(
          'https://acme.example/embed/emb_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
          'The address of the frame. It opens once.'
        ),
        origin: text('https://app.example', 'The only one whose pages can show it.'),
        expiresAt: instant('Until when it can be opened.'),
      },
      { description: 'A signing page to show in a page of yours.' }
    )
  )
)
