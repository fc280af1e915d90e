import Step from './step.js'

/** The day of signing, as the signer's own clock has it: not of the day when the page was opened. */
export default class DayStep extends Step {
  get canChange() {
    return false
  }

  /** As it will be sealed. */
  get printed() {
    const [year = '', month = '', day = ''] = String(this.value).split('-')
    const { format = '' } = this.control?.dataset ?? {}
    return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
  }

  get summary() {
    return this.printed
  }

  prepare() {
    const now = new Date()
    const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    this.value = today.toISOString().slice(0, 10)
    this.refresh()
  }
}
