import { Refusal } from '../refusal.js'

/** Two people, or two tabs, have changed one thing, and nothing can be stored that is what both want. */
export default class ChangedMeanwhile extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'changed_meanwhile'
  static readonly message =
    'Somebody has changed this since you opened it, and your change does not go with theirs. Nothing was saved: this is what is stored now'

  /** @param list  the name of the value that it is about */
  constructor(value: string) {
    super()
    this.path = [value]
  }
}
