import { element } from './elements.js'

/**
 * Who signed with the steps of each, and every step, as the seal covers them.
 *
 * @param {import('#app/signing/verified_file/file_words').TrailWords} trail
 */
export function trailParts({ isWhole, state, signers, steps, originalSha256 }, { t }) {
  if (!isWhole) return [element('p', { role: 'alert' }, state)]
  return [
    element('h2', {}, t('verify.signers')),
    element('ul', { class: 'signing-people' }, ...signers.map((one) => person(one, t))),
    element('p', { class: 'small' }, state),
    element('details', {}, element('summary', {}, t('verify.steps')), table(steps, t)),
    element(
      'p',
      { class: 'seal-hash' },
      `${t('verify.original')}: `,
      element('code', {}, originalSha256)
    ),
  ]
}

function person({ name, email, facts, steps }, t) {
  return element(
    'li',
    {},
    element('strong', {}, element('bdi', {}, name)),
    ' ',
    element('span', { class: 'soft' }, element('bdi', {}, email)),
    element('br'),
    facts,
    steps.length === 0
      ? ''
      : element(
          'details',
          {},
          element('summary', {}, t('verify.own_steps', { count: steps.length })),
          element('ol', { class: 'signing-own-steps' }, ...steps.map(ownStep))
        )
  )
}

function ownStep({ at, text }) {
  return element('li', {}, moment('span', at), ' ', text)
}

function table(steps, t) {
  const rows = steps.map(({ at, text, by }) =>
    element(
      'tr',
      {},
      moment('td', at),
      element('td', {}, text),
      element('td', {}, element('bdi', {}, by))
    )
  )
  const titles = [`${t('trail.time')} (UTC)`, t('trail.event'), t('trail.by')]
  const heads = titles.map((text) => element('th', { scope: 'col' }, text))
  return element(
    'div',
    { class: 'signing-steps' },
    element(
      'table',
      { class: 'table' },
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows)
    )
  )
}

const moment = (tag, at) => element(tag, { class: 'number', dir: 'ltr' }, at)
