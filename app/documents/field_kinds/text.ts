import type { EnteredKind } from './field_kind.js'
import { readText, textDemand, textInput } from './entered_text.js'
import { COMMON, type FieldOptions } from './field_options.js'
import { exampleOf, fits } from './patterns.js'

/** From this height on, in points, it takes several lines. */
const TWO_LINES_PT = 34

export const text: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'text-cursor-input', width: 170, height: 22 },
  options: [
    ...COMMON,
    'required',
    'default',
    'minLength',
    'maxLength',
    'pattern',
    'mask',
    'example',
  ],
  step({ height, options }) {
    const asked = options ?? {}
    const isLine = height < TWO_LINES_PT || Boolean(asked.pattern ?? asked.mask)
    return {
      widget: isLine ? 'line' : 'lines',
      icon: 'text-cursor-input',
      isRequired: asked.required ?? true,
      input: textInput(asked),
      demand: textDemand(asked),
    }
  },
  read: readText,
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
  sample,
}

/** Something that its own rules accept: the example, or as many letters as are asked for. */
function sample(options: FieldOptions): string {
  const example = exampleOf(options)
  if (example !== undefined && fits(example, options)) return example
  const { minLength = 0, maxLength } = options
  return 'Sample text'.padEnd(minLength, 'x').slice(0, maxLength)
}
