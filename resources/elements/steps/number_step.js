import Step from './step.js'

const NUMBER = /^([+-]?)(\d{1,12})(?:[.,](\d{1,20}))?$/

/** A number, with a point or a comma before its decimals. */
export default class NumberStep extends Step {
  /** Without zeros that say nothing, as the server compares it. @param {string} text */
  comparable(text) {
    const [, sign, whole, rest = ''] = NUMBER.exec(text) ?? []
    if (whole === undefined) return super.comparable(text)
    const decimals = rest.replace(/0+$/, '')
    const plain = whole.replace(/^0+(?=\d)/, '') + (decimals && `.${decimals}`)
    return sign === '-' && plain !== '0' ? `-${plain}` : plain
  }
}
