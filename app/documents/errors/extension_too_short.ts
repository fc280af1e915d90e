import { InputRefused } from '#app/foundation/input_refused'

export default class ExtensionTooShort extends InputRefused {
  constructor(expiresAt: Date) {
    const message = `expiresIn counts from now and must lead beyond ${expiresAt.toISOString()}, when the document expires anyway`
    super([{ path: ['expiresIn'], code: 'too_short', message }])
  }
}
