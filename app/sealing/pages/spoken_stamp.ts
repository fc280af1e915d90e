import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Placement } from '../seal_order.js'
import type { Role, Spoken } from '../structure/structure.js'

/** What somebody hears of what a signer entered, and does not see it: words as they are, and what the rest shows. */
export function spokenStamp(
  { kind, value }: Placement,
  { t }: Phrasebook
): { role: Role; spoken?: Spoken } {
  switch (kind) {
    case 'text':
      return { role: 'P' }
    case 'checkbox':
      return figure(`${t('sign.checkbox')}: ${value ? '✓' : '–'}`)
    case 'radio':
      return figure(value ? '◉' : '○')
    case 'signature': {
      const words = value.kind === 'typed' ? `: ${value.text}` : ''
      return figure(`${t('sign.signature')}${words}`)
    }
  }
}

function figure(alt: string): { role: Role; spoken: Spoken } {
  return { role: 'Figure', spoken: { alt } }
}
