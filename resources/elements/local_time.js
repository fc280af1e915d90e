/** Britain's and Portugal's, as the server writes these two: of the others, the language says it all. */
const REGIONS = new Map([
  ['en', 'en-GB'],
  ['pt', 'pt-PT'],
])

/** Arabic's short form of a day has marks that turn it around. */
const dateStyle = document.documentElement.lang === 'ar' ? 'long' : 'medium'

const CLOCK = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })

const FORMS = {
  clock: formOf(CLOCK),
  dayAndClock: formOf({ day: 'numeric', month: 'long', year: 'numeric', ...CLOCK }),
  exact: formOf({ dateStyle, timeStyle: 'long' }),
  second: formOf({ dateStyle, timeStyle: 'medium' }),
  moment: formOf({ dateStyle, timeStyle: 'short' }),
  day: formOf({ dateStyle }),
}

/** `<local-time precision>` around `<time>`: the browser's own zone, unless the server has written it by a `zone`; UTC becomes its title. A `deadline` stays as it is written, and gets the own zone beside it. */
class LocalTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector('time')
    if (!time || time.title) return
    const at = new Date(time.dateTime)
    time.title = at.toISOString()
    if (this.hasAttribute('zone')) return
    if (this.getAttribute('precision') === 'deadline') return this.#addOwn(time, at)
    const form = new Map(Object.entries(FORMS)).get(this.getAttribute('precision') ?? '')
    time.textContent = (form ?? FORMS.moment).format(at)
  }

  /**
   * A deadline is said as in the mail, and behind it by the reader's own clock, with the day where that is another.
   *
   * @param {HTMLTimeElement} time
   * @param {Date} at
   */
  #addOwn(time, at) {
    if (at.getTimezoneOffset() === 0) return
    const own = document.createElement('bdi')
    own.textContent = `(${(isSameDay(at) ? FORMS.clock : FORMS.dayAndClock).format(at)})`
    time.after(' ', own)
  }
}

/** Whether it is the same day here as in UTC. @param {Date} at */
function isSameDay(at) {
  return at.getDate() === at.getUTCDate()
}

/**
 * In the language of the page, as the reader's region writes it, but with the digits and the calendar of mails and document.
 *
 * @param {Intl.DateTimeFormatOptions} options
 */
function formOf(options) {
  const { lang } = document.documentElement
  const own = navigator.languages.find((one) => one.split('-')[0] === lang)
  const region = own ?? REGIONS.get(lang) ?? (lang || undefined)
  return new Intl.DateTimeFormat(region, {
    ...options,
    ...{ calendar: 'gregory', numberingSystem: 'latn' },
  })
}

customElements.define('local-time', LocalTime)
