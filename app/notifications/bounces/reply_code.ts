interface Reply {
  code?: string
  response?: string
}

/** `550 5.1.1` as RFC 3463 has it, or what kept us from an answer. */
export function replyCode({ code, response }: Reply): string {
  const [, reply, , enhanced] = /^(\d{3})([ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response ?? '') ?? []
  if (!reply) return code ?? 'no_answer'
  return enhanced ? `${reply} ${enhanced}` : reply
}

/** No such mailbox, domain or place; moved; disabled (RFC 3463, 3.2 and 3.3). Not a full mailbox, nor a mail that was not liked. */
const WRONG = /^5\d\d 5\.(?:1\.(?:[1-46]|10)|2\.1)$/

/** Whether the address itself is at fault, so that every further mail to it would come back too. A bare 550 may mean anything. */
export function isAddressWrong(code: string): boolean {
  return WRONG.test(code)
}
