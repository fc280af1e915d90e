import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { IntlMessageFormat } from 'intl-messageformat'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { ALL_LANGUAGES, LOCALES, type Language } from '#app/foundation/phrases/languages'
import { Phrasebook, type PhraseKey } from '#app/foundation/phrases/phrasebook'

type Node = ReturnType<IntlMessageFormat['getAst']>[number]

function phrasesOf(language: Language): Map<string, string> {
  const text = readFileSync(app.makePath(`resources/lang/${language}.json`), 'utf8')
  const sections = Object.entries<Record<string, string>>(JSON.parse(text))
  return new Map(
    sections.flatMap(([section, phrases]) =>
      Object.entries(phrases).map(([name, phrase]) => [`${section}.${name}`, phrase])
    )
  )
}

/** Names and kinds of what a phrase is filled in with, also within its plurals. */
function fillings(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node): string[] => {
    const value = 'value' in node ? node.value : ''
    const within = 'options' in node ? Object.values(node.options).flatMap((o) => o.value) : []
    const own = node.type === 0 || node.type === 7 ? [] : [`${value} ${node.type}`]
    return [...own, ...fillings(within)]
  })
}

const shapeOf = (phrase: string, language: Language) => {
  const format = new IntlMessageFormat(phrase, language, undefined, { ignoreTag: true })
  return [...new Set(fillings(format.getAst()))].sort()
}

/** The forms that each plural within a phrase has. */
function plurals(nodes: readonly Node[]): string[][] {
  return nodes.flatMap((node) => {
    if (!('options' in node)) return []
    const forms = Object.keys(node.options)
    const within = Object.values(node.options).flatMap(({ value }) => plurals(value))
    return node.type === 6 ? [forms, ...within] : within
  })
}

/** What stands on a button, in a heading or beside a field. */
const isLabel = (english: string) => english.length <= 30 && !/[.?{]/.test(english)

/** Labels may be half as long again as in English, and short ones need some room more; what is longer breaks buttons on a phone. */
const roomFor = (label: string) => Math.floor(1.5 * label.length) + 17

/** Of a word, in scripts without names such as PAdES. */
const CAPITAL_WITHIN = /(?=[\p{Script=Cyrillic}\p{Script=Greek}])\p{Ll}\p{Lu}/u

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (/\.(?:ts|js|edge)$/.test(entry.name))
      yield readFileSync(join(entry.parentPath, entry.name), 'utf8')
}

const english = phrasesOf('en')
const ofDashboard = DashboardPhrasebook.speaking('en')
const others = ALL_LANGUAGES.filter((language) => language !== 'en')

test.group('Phrasebook', () => {
  for (const language of others) {
    test(`has every phrase in ${language}, filled in with the same`, ({ assert }) => {
      const own = phrasesOf(language)
      assert.deepEqual([...own.keys()], [...english.keys()])
      for (const [key, phrase] of english)
        assert.deepEqual(shapeOf(own.get(key)!, language), shapeOf(phrase, 'en'), key)
    })

    test(`has no sentence in ${language} that is still English`, ({ assert }) => {
      const same = [...phrasesOf(language)].filter(
        ([key, phrase]) => phrase === english.get(key) && /[a-z]+ [a-z]+/.test(phrase)
      )
      assert.deepEqual(same, [])
    })
  }

  for (const language of others)
    test(`has no button or label in ${language} that is too long for its place`, ({ assert }) => {
      const own = phrasesOf(language)
      const long = [...english].flatMap(([key, label]) => {
        const room = roomFor(label)
        const text = own.get(key)!
        return isLabel(label) && text.length > room ? [`${key}: ${text} (${room})`] : []
      })
      assert.deepEqual(long, [])
    })

  for (const language of ALL_LANGUAGES)
    test(`has in ${language} every form that numbers take in that language`, ({ assert }) => {
      const rules = new Intl.PluralRules(LOCALES[language]).resolvedOptions()
      const wanted = rules.pluralCategories.toSorted()
      for (const [key, phrase] of phrasesOf(language)) {
        const format = new IntlMessageFormat(phrase, language, undefined, { ignoreTag: true })
        for (const forms of plurals(format.getAst())) {
          const categories = forms.filter((form) => !form.startsWith('='))
          assert.deepEqual(categories.toSorted(), wanted, key)
        }
      }
    })

  test('counts one as one', ({ assert }) => {
    const [own, german, polish] = (['en', 'de', 'pl'] as const).map(Phrasebook.in)
    assert.equal(own.t('sign.length_from', { min: 1 }), 'At least 1 character')
    assert.equal(own.t('mails.digest_rest', { count: 1 }), 'One more is in the dashboard.')
    assert.match(german.t('faults.not_a_number', { max: 1 }), /höchstens 1 Nachkommastelle ein/)
    assert.equal(polish.t('sign.length_to', { max: 3 }), 'Co najwyżej 3 znaki')
  })

  for (const language of ALL_LANGUAGES)
    test(`is set in ${language} as that language is printed`, ({ assert }) => {
      for (const [key, phrase] of phrasesOf(language)) {
        assert.notMatch(phrase, /["'`]| {2}|^\s|\s$|\.\.\./, key)
        assert.notMatch(phrase.replaceAll('МіБ', ''), CAPITAL_WITHIN, key)
        if (language === 'fr') assert.notMatch(phrase, /[^\u00a0\u202f][:;!?»]|«[^\u00a0]/, key)
        if (language === 'de') assert.notMatch(phrase, /[“«»]\p{L}| …/u, key)
        if (language === 'ar') assert.notMatch(phrase, /[;?“”٠-٩]|\p{Script=Arabic},/u, key)
        if (language === 'es')
          assert.equal(phrase.split('?').length, phrase.split('¿').length, `${key}: ¿ and ?`)
      }
    })

  test('has no phrase that nobody says, and nobody says one that it does not have', ({
    assert,
  }) => {
    const said = new Set<string>()
    const begun: string[] = []
    const folders = ['app', 'resources/views', 'resources/offline_verifier']
    const texts = folders.flatMap((folder) => [...sources(app.makePath(folder))])
    for (const text of texts) {
      for (const [, key] of text.matchAll(/['`]([a-z_]+\.[a-z_]+)['`]/g)) said.add(key)
      for (const [, key] of text.matchAll(/\bt\(\s*'([^']+)'/g))
        assert.isTrue(english.has(key) || ofDashboard.has(key), `${key} does not exist`)
      for (const [, section, head, tail] of text.matchAll(
        /`([a-z_]+)\.([a-z_]*)\$\{[^}]+\}([a-z_]*)`/g
      ))
        begun.push(`^${section}\\.${head}[a-z_]+${tail}$`)
    }
    const patterns = begun.map((pattern) => new RegExp(pattern))
    const unsaid = [...english.keys()].filter(
      (key) => !said.has(key) && !patterns.some((pattern) => pattern.test(key))
    )
    assert.deepEqual(unsaid, [])
  })

  test('has all that pages and mails for signers say', ({ assert }) => {
    const folders = ['signer_pages', 'mails', 'verification']
    const texts = folders.flatMap((folder) => [...sources(app.viewsPath(folder))])
    for (const text of texts)
      for (const [, key] of text.matchAll(/\bt\(\s*'([^']+)'/g))
        assert.isTrue(english.has(key), `${key} is none of theirs`)
  })

  test('compiles a phrase once, and says it in one language to each', ({ assert }) => {
    const [german, french] = [Phrasebook.in('de'), Phrasebook.in('fr')]
    assert.strictEqual(Phrasebook.in('de'), german)
    assert.equal(german.t('pages.page_count', { count: 1 }), '1 Seite')
    assert.equal(french.t('pages.page_count', { count: 2 }), '2 pages')
    assert.equal(german.t('pages.page_count', { count: 3 }), '3 Seiten')
    assert.equal(
      german.t('faults.too_long', { max: 1000 }),
      'Verwenden Sie höchstens 1.000 Zeichen.'
    )
    assert.equal(german.percent(50), '50\u00a0%')
    assert.equal(german.longDay(new Date('2026-12-21T23:30:00Z')), '21. Dezember 2026')
  })

  test('leaves what people typed as it is, whatever it looks like', ({ assert }) => {
    const name = '{brand} <b>’{ # } {count, plural, other {x}}'
    assert.equal(Phrasebook.in('en').t('pages.from', { brand: name }), `From ${name}`)
  })

  test('lets a name that is read from right to left turn nothing around it', ({ assert }) => {
    const { t } = Phrasebook.in('en')
    const name = 'דנה (כהן) 3'
    assert.equal(t('pages.from', { brand: name }), `From \u2068${name}\u2069`)
    assert.equal(t('pages.from', { brand: 'Žofie & Søn' }), 'From Žofie & Søn')
  })

  test('lets nothing that is read from left to right turn an Arabic sentence around', ({
    assert,
  }) => {
    const { t, day, moment, embedded } = Phrasebook.in('ar')
    assert.equal(t('pages.from', { brand: 'Acme (EU)' }), 'من \u2068Acme (EU)\u2069')
    assert.equal(embedded('ana@acme.test'), '\u2068ana@acme.test\u2069')
    assert.equal(t('faults.too_small', { max: 1250 }), 'أدخل 1,250 أو أكثر.')
    const at = new Date('2026-12-21T21:30:00Z')
    assert.equal(day(at), '21 ديسمبر 2026')
    assert.equal(moment(at), '\u206821 ديسمبر 2026\u2069، \u206821:30\u2069 \u2068UTC\u2069')
    // what is isolated in it says nothing of its direction any more
    const within = t('closed.erased_text', { moment: moment(at) })
    assert.include(within, `\u2067${moment(at)}\u2069`)
  })

  test('counts in Arabic as grammar wants it', ({ assert }) => {
    const { t } = Phrasebook.in('ar')
    const counted = [0, 1, 2, 3, 11, 100].map((count) => t('pages.page_count', { count }))
    assert.deepEqual(counted, [
      'لا صفحات',
      'صفحة واحدة',
      'صفحتان',
      '3 صفحات',
      '11 صفحة',
      '100 صفحة',
    ])
  })

  test('says nothing at all rather than a phrase that does not exist or is not filled in', ({
    assert,
  }) => {
    const { t } = Phrasebook.in('en')
    assert.throws(() => t('pages.nothing' as PhraseKey), /No phrase/)
    assert.throws(() => t('pages.from'))
  })
})
