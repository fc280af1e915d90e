import string from '@adonisjs/core/helpers/string'

/** An opening tag without its brackets, like `a href="/plans"`; or markup to be put in as it is. */
type Markup = string

/**
 * A phrase with markup in it: `<link>plans</link>` becomes the element that is given for `link`, and `<when/>` the markup for `when`.
 * Everything else is text, also what people typed into a value; only these tags are not, and they can do nothing else than in the phrase.
 *
 * @param markup  ours alone: it is not escaped
 */
export default function richText(phrase: string, markup: Record<string, Markup>): string {
  return Object.entries(markup).reduce(
    (text, [name, own]) =>
      text
        .replaceAll(`&lt;${name}/&gt;`, () => own)
        .replaceAll(`&lt;${name}&gt;`, () => `<${own}>`)
        .replaceAll(`&lt;/${name}&gt;`, () => `</${own.split(' ')[0]}>`),
    string.escapeHTML(phrase)
  )
}
