/** Digits of any script as 0 to 9: Unicode has them in tens, one after the other. As the server has it. @param {string} text */
export function plainDigits(text) {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let first = point
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((point - first) % 10)
  })
}
