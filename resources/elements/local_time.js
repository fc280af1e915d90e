const FORMS = {
  second: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
  moment: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }),
}

/** `<local-time precision>` around `<time>`: the reader's own zone; the words in UTC become its title. */
class LocalTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector('time')
    if (!time || time.title) return
    const at = new Date(time.dateTime)
    const form = new Map(Object.entries(FORMS)).get(this.getAttribute('precision') ?? '')
    time.title = at.toISOString()
    time.textContent = (form ?? FORMS.moment).format(at)
  }
}

customElements.define('local-time', LocalTime)
