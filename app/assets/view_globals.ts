import type { Edge } from 'edge.js'
import { counted } from '#app/foundation/counted'
import { embedded } from '#app/foundation/printable_text'
import { randomToken } from '#app/foundation/opaque_token'
import { speech } from '#app/front_door/languages/speech'
import type AssetLibrary from './asset_library.js'
import attributes from './attributes.js'
import brandCss, { faceSheet } from './brand_css.js'
import brandIcon from './brand_icon.js'
import icon from './icon.js'
import richText from './rich_text.js'

const ONCE_BYTES = 18

/** What every template may ask for. */
export default function registerViewGlobals(edge: Edge, library: AssetLibrary) {
  edge.global('onceValue', () => randomToken(ONCE_BYTES))
  edge.global('asset', (path: string) => library.url(path))
  edge.global('integrity', (path: string) => library.integrity(path))
  edge.global('svg', icon)
  edge.global('attributes', attributes)
  edge.global('embedded', embedded)
  edge.global('counted', counted)
  edge.global('rich', richText)
  // surfaces with rights share their own
  edge.global('mayOpen', () => true)
  edge.global('maySend', () => true)
  edge.global('brandIcon', brandIcon)
  edge.global('brandCss', brandCss)
  edge.global('faceSheet', faceSheet)
  for (const [name, value] of Object.entries(speech('en'))) edge.global(name, value)
}
