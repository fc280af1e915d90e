import Step from './step.js'

/** The day of signing, as the signer's own clock has it: not of the day when the page was opened. */
export default class DayStep extends Step {
  get canChange() {
    return false
  }

  /** As it will be printed. */
  get summary() {
    const [year = '', month = '', day = ''] = String(this.value).split('-')
    const { format = '' } = this.control?.dataset ?? {}
    return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
  }

  /** @param {HTMLElement} shown */
  showIn(shown) {
    super.showIn(shown)
    shown.textContent = this.summary
  }

  prepare() {
    const now = new Date()
    const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    this.value = today.toISOString().slice(0, 10)
    this.refresh()
  }
}
