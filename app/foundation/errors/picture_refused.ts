import { Refusal } from '#app/foundation/refusal'
import type { Fault } from '../picture/picture_fault.js'

const WORDS: Record<Fault, string> = {
  unknown_kind: 'This is not a picture that we can read. Choose a PNG, JPEG, WebP or SVG file',
  unreadable: 'The picture is damaged or has trailing data. Save it again and retry',
  animated: 'The picture is animated. Choose a static one',
  too_large: 'The picture is too large: at most 2 MB (an SVG 512 kB) and 16 million pixels',
  too_small: 'The picture is too small: its longer side needs at least 16 pixels',
  refers_elsewhere:
    'The SVG refers to other files, embeds pictures or contains scripts. Export everything as shapes',
  too_pale:
    'The picture would be invisible on a white page. Choose the version for light backgrounds',
}

export default class PictureRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'picture_refused'

  constructor(readonly fault: Fault) {
    super(WORDS[fault])
    this.wording = { form: fault }
  }
}
