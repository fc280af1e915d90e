import { always, instant, named, object, text } from '#app/foundation/schema/schema'
import { answerWith } from './envelope.js'

export const EDITOR_LINK_ANSWER = answerWith(
  named(
    'EditorLink',
    object(
      {
        object: always('editor_link'),
        url: text(
          'https://acme.example/embed-editor/edl_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
          'The address of the frame. It opens once.'
        ),
        origin: text('https://app.example', 'The only one whose pages can show it.'),
        expiresAt: instant('Until when it can be opened.'),
      },
      { description: 'The field editor of a draft, to show in a page of yours.' }
    )
  )
)
