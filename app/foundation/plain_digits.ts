/** Digits of any script as 0 to 9: Unicode has them in tens, one after the other. The pages of signers have the same. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0)!
    let first = point
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((point - first) % 10)
  })
}
