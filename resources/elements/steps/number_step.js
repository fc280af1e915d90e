import { plainDigits } from '../plain_digits.js'
import Step from './step.js'

const NUMBER = /^([+-]?)(\d{1,12})(?:[.,](\d{1,20}))?$/

/** A number, with a point or a comma before its decimals. */
export default class NumberStep extends Step {
  /** @param {string} text */
  read(text) {
    return numeral(text)
  }

  /** As it will be sealed: a mark that was read as the other one shows at once. */
  get printed() {
    const text = String(this.value)
    const [, sign, digits, entered = ''] = NUMBER.exec(text) ?? []
    if (digits === undefined) return text
    const format = this.#asked('data-format') ?? ''
    const whole = digits.replace(/^0+(?=\d)/, '')
    const rest = entered.padEnd(Number(this.#asked('data-decimals') ?? 0), '0')
    const thousands = format[1] === '2' ? '' : (format[1] ?? '')
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands)
    return `${sign === '-' ? '-' : ''}${grouped}${rest && `${format.at(-3)}${rest}`}`
  }

  get summary() {
    return this.printed
  }

  /** Without zeros that say nothing, as the server compares it. @param {string} text */
  comparable(text) {
    const [, sign, whole, rest = ''] = NUMBER.exec(numeral(text)) ?? []
    if (whole === undefined) return super.comparable(text)
    const decimals = rest.replace(/0+$/, '')
    const plain = whole.replace(/^0+(?=\d)/, '') + (decimals && `.${decimals}`)
    return sign === '-' && plain !== '0' ? `-${plain}` : plain
  }

  /** @param {string} name */
  #asked(name) {
    return this.control?.getAttribute(name)
  }
}

/** As the server reads it. @param {string} text */
function numeral(text) {
  return plainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replaceAll(/[٫．]/g, '.')
    .replaceAll('，', ',')
    .replaceAll(/[−－]/g, '-')
    .replaceAll('＋', '+')
}
