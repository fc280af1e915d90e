import dashboardWords from './dashboard_words.js'

const { fieldOptions: words } = dashboardWords

/**
 * What a kind cannot do without, where the field has none of it yet: it can be sent as it is, and its author sees what to change.
 *
 * @param {{ type: string, signer: number, options?: Record<string, any> }} field
 * @param {readonly { type: string, signer: number, options?: Record<string, any> }[]} all
 * @returns {Record<string, any> | null}
 */
export function beginning({ type, signer, options }, all) {
  if (type === 'note' && !options?.text) return { text: words.note }
  if (type === 'select' && !options?.choices) return { choices: [1, 2].map(words.option) }
  if (type !== 'radio' || (options?.group && options?.choice)) return null
  const others = all.filter((field) => field.type === 'radio' && field.options?.group)
  const last = others.findLast((field) => field.signer === signer)
  const groups = new Set(others.map((field) => field.options?.group))
  const group = options?.group ?? last?.options?.group ?? `choice${groups.size + 1}`
  const said = others.filter((field) => field.options?.group === group)
  return { group, choice: options?.choice ?? words.option(said.length + 1) }
}
