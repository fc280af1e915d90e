/**
 * What an element says, in the language of the page: the JSON in its `data-words`.
 *
 * @param {HTMLElement} element
 * @returns {any}
 */
export default function wordsOf(element) {
  return JSON.parse(element.dataset.words ?? '{}')
}

/**
 * “Step {step} of {count}” with what the braces stand for.
 *
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filledIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))
}
