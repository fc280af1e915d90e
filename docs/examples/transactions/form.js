import { ROLES } from './sales.js'

const MAX_LENGTH = 200

/** The form of a new transaction: what was typed, and what is wrong with it. */
export function readForm(fields) {
  const typed = (name) => (fields.get(name) ?? '').trim()
  const faults = {}
  const check = (name, isRight, sentence) => {
    if (!isRight) faults[name] = sentence
  }
  for (const name of ['address', 'price'])
    check(name, isLine(typed(name)), 'Fill this in, in one line.')
  const parties = Object.keys(ROLES).map((role) => {
    const [name, email] = [typed(`${role}_name`), typed(`${role}_email`)]
    check(`${role}_name`, isLine(name), 'Give a name.')
    check(
      `${role}_email`,
      /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && isLine(email),
      'Give an email address.'
    )
    return { role, name, email }
  })
  const emails = parties.map(({ email }) => email.toLowerCase())
  parties.forEach(({ role, email }, index) =>
    check(
      `${role}_email`,
      !emails.slice(0, index).includes(email.toLowerCase()) || !email,
      'Each of the four has an address of their own.'
    )
  )
  const values = { address: typed('address'), price: typed('price'), parties }
  return { values, faults, isFaulty: Object.keys(faults).length > 0 }
}

function isLine(text) {
  return text.length > 0 && text.length <= MAX_LENGTH && !/[\x00-\x1f\x7f]/.test(text)
}
