export interface Sms {
  /** In E.164. */
  to: string
  text: string
}

/** Accepted; refused for good; or to be tried again. A code says why, and never quotes the number or the text. */
export type SmsAnswer =
  { is: 'accepted' } | { is: 'refused'; code: string } | { is: 'later'; code: string }

/** A service that sends SMS. */
export interface SmsProvider {
  /** What its messages come from: a number, or a name. */
  readonly from: string

  /** It never throws for what the service answers, nor where it cannot be reached. */
  send(sms: Sms): Promise<SmsAnswer>
}
