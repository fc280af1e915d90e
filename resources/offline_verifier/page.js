import icons from 'virtual:icons'
import {
  ALL_LANGUAGES,
  directionOf,
  isLanguage,
  LANGUAGES,
} from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { X509Certificate } from './node/x509_certificate.js'
import { createHash } from './node/crypto.js'
import { element, icon } from './elements.js'
import { subjectLine } from '#app/sealing/pades/distinguished_name'
import { trustedRoots } from './examiner.js'
import { examined, reportParts } from './report.js'

const { roots, at } = JSON.parse(document.getElementById('authorities').textContent)
const trusted = trustedRoots(roots)

/** A file may be made so that reading it fails; the page says so and goes on. */
function foundOf(file) {
  try {
    return examined({ ...file, bytes: Buffer.from(file.bytes) }, trusted)
  } catch (error) {
    console.error(error)
    return { name: file.name, report: null }
  }
}

/** One page without a server: the file is read here, examined here and shown here. */
class Page {
  #phrases = Phrasebook.in(wantedLanguage())
  /** What was found of the file that was chosen last. */
  #found = null
  /** Of several files, only the last is shown. */
  #turn = 0

  show() {
    const { t, language } = this.#phrases
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
    document.title = t('verify.title')
    document.querySelector('.verifier-top').replaceChildren(this.#languages())
    document.getElementById('main').replaceChildren(this.#card())
    document.querySelector('.letterhead-foot').replaceChildren(this.#authorities())
  }

  #languages() {
    const select = element('select', { 'class': 'input', 'aria-label': 'Language' })
    for (const language of ALL_LANGUAGES)
      select.append(element('option', { value: language, lang: language }, LANGUAGES[language]))
    select.value = this.#phrases.language
    select.addEventListener('change', () => {
      this.#phrases = Phrasebook.in(select.value)
      this.show()
      document.querySelector('.verifier-top select').focus()
    })
    return select
  }

  #card() {
    const { t } = this.#phrases
    return element(
      'article',
      { class: 'card letterhead-card consent' },
      element('h1', {}, t('verify.title')),
      element(
        'div',
        { 'id': 'result', 'class': 'seal-result', 'aria-live': 'polite' },
        this.#result()
      ),
      this.#choice(),
      element('p', { class: 'soft small' }, `${t('verify.local_only')} ${this.#asOf}`),
      this.#saving()
    )
  }

  #result() {
    const { t } = this.#phrases
    if (!this.#found) return element('p', { class: 'soft' }, t('verify.lead'))
    if (this.#found.isUnread) return element('p', {}, t('verify.not_read'))
    if (!this.#found.report) return element('p', {}, t('verify.unreadable'))
    return reportParts(this.#found, this.#phrases)
  }

  #choice() {
    const { t } = this.#phrases
    const input = element('input', {
      'type': 'file',
      'accept': 'application/pdf,.pdf',
      'aria-label': t('verify.choose'),
    })
    const zone = element(
      'div',
      { class: 'file-drop-zone' },
      icon(icons['file-up']),
      element('strong', {}, t(this.#found ? 'verify.again' : 'verify.choose')),
      input
    )
    for (const type of ['dragenter', 'dragleave', 'drop'])
      zone.addEventListener(type, () => zone.toggleAttribute('data-over', type === 'dragenter'))
    input.addEventListener('change', () => this.#examine(input.files[0]))
    return element('div', { class: 'file-drop' }, zone)
  }

  async #examine(file) {
    if (!file) return
    const turn = ++this.#turn
    const result = document.getElementById('result')
    result.replaceChildren(element('p', { class: 'soft' }, this.#phrases.t('verify.checking')))
    // a folder, or a file that has gone or changed since it was chosen
    const bytes = await file.arrayBuffer().catch(() => null)
    await new Promise((resolve) => setTimeout(resolve)) // so that what is under way can be seen
    if (turn !== this.#turn) return
    this.#found = bytes ? foundOf({ name: file.name, bytes }) : { isUnread: true }
    this.show()
    document.querySelector('.file-drop input').focus()
  }

  get #asOf() {
    const { t, moment } = this.#phrases
    return t('verify.as_of', { moment: moment(new Date(at)) })
  }

  /** On a disk it is saved already. */
  #saving() {
    if (location.protocol === 'file:') return ''
    const { t } = this.#phrases
    const link = { href: location.pathname, download: 'seal-verifier.html' }
    return element('p', {}, element('a', link, t('verify.save')))
  }

  #authorities() {
    const { t } = this.#phrases
    const lines = trusted.seals.map(({ der }) => {
      const name = subjectLine(new X509Certificate(der))
      const fingerprint = createHash('sha256').update(der).digest('hex')
      return element('li', {}, name, element('br'), 'SHA-256 ', element('code', {}, fingerprint))
    })
    return element(
      'details',
      { class: 'verifier-roots' },
      element('summary', {}, t('verify.authorities')),
      element('ul', {}, ...lines)
    )
  }
}

function wantedLanguage() {
  const wanted = navigator.languages.map((language) => language.slice(0, 2))
  return wanted.find(isLanguage) ?? 'en'
}

new Page().show()
