import { InputRefused } from '#app/foundation/input_refused'

/** The clock of a sandbox goes on from where it stands, and not beyond all use. */
export default class ClockNotMoved extends InputRefused {
  constructor(part: 'seconds' | 'to', message: string) {
    super([{ path: [part], code: 'out_of_range', message }])
  }
}
