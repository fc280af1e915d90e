import Step from './step.js'

/** The day of signing, as the signer's own clock has it: not of the day when the page was opened. */
export default class DayStep extends Step {
  get canChange() {
    return false
  }

  prepare() {
    const now = new Date()
    const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    this.value = today.toISOString().slice(0, 10)
    this.refresh()
  }
}
