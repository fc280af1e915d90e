const isGerman = globalThis.document?.documentElement.lang === 'de'

/** What the elements of the dashboard say, in the language of the page. */
const { default: words } = isGerman
  ? await import('./dashboard_words/de.js')
  : await import('./dashboard_words/en.js')

export default words
