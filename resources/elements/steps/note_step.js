import Step from './step.js'

/** What the sender wrote: there is nothing to do. */
export default class NoteStep extends Step {
  get value() {
    return this.item.querySelector('[data-note]')?.textContent ?? ''
  }

  set value(_) {}
}
