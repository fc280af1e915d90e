/** @typedef {import('./steps/step.js').default} Step */
/** @typedef {{ field: string, is: string | boolean }} Condition */

/**
 * Shows the steps whose conditions are met and hides the others. The server decides anew when the signer finishes.
 *
 * @param {Step[]} steps
 * @param {readonly Condition[]} met  by what signers before this one have answered
 */
export function decide(steps, met) {
  const named = new Map(steps.filter(({ name }) => name).map((step) => [step.name, step]))
  /** @type {Map<Step, boolean>} */
  const known = new Map()
  /** @param {Step} step @returns {boolean} */
  const isShown = (step) => {
    const before = known.get(step)
    if (before !== undefined || !step.shownWhen) return before ?? true
    known.set(step, false)
    const { field, is } = step.shownWhen
    const asked = named.get(field)
    const isMet = asked
      ? asked.meets(is) && isShown(asked)
      : met.some((one) => one.field === field && one.is === is)
    known.set(step, isMet)
    return isMet
  }
  for (const step of steps) step.isShown = isShown(step)
}
