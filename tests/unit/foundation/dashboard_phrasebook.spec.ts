import { globSync, readdirSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { IntlMessageFormat } from 'intl-messageformat'
import {
  DASHBOARD_LANGUAGES,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn, refusalKey } from '#app/foundation/phrases/refusal_phrases'
import LabelLimitExceeded from '#app/documents/errors/label_limit_exceeded'
import LabelNameTaken from '#app/documents/errors/label_name_taken'

type Node = ReturnType<IntlMessageFormat['getAst']>[number]

const ofSigners: Record<string, unknown> = JSON.parse(
  readFileSync(app.makePath('resources/lang/en.json'), 'utf8')
)

const folder = (language: string) => app.makePath(`resources/lang/dashboard/${language}`)

function phrasesOf(language: string): Map<string, string> {
  return new Map(
    readdirSync(folder(language)).flatMap((file) =>
      Object.entries<string>(JSON.parse(readFileSync(`${folder(language)}/${file}`, 'utf8'))).map(
        ([name, phrase]): [string, string] => [`${file.replace('.json', '')}.${name}`, phrase]
      )
    )
  )
}

const parsed = (phrase: string) =>
  new IntlMessageFormat(phrase, 'en', undefined, { ignoreTag: true }).getAst()

/** Names and kinds of what a phrase is filled in with, and the elements that stand in it. */
function fillings(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node): string[] => {
    const value = 'value' in node ? node.value : ''
    if (node.type === 0) return [...value.matchAll(/<(\w+)\/?>/g)].map(([tag]) => tag)
    const within = 'options' in node ? Object.values(node.options).flatMap((o) => o.value) : []
    // a language may choose its words by what another one simply says
    const kind = node.type === 5 ? 1 : node.type
    return [...(node.type === 7 ? [] : [`${value} ${kind}`]), ...fillings(within)]
  })
}

const shapeOf = (phrase: string) => [...new Set(fillings(parsed(phrase)))].sort()

function pluralsLack(nodes: readonly Node[]): boolean {
  return nodes.some(
    (node) =>
      'options' in node &&
      ((node.type === 6 && !(node.options.one && node.options.other)) ||
        Object.values(node.options).some(({ value }) => pluralsLack(value)))
  )
}

const sources = (pattern: string) =>
  globSync(pattern, { cwd: app.makePath() }).map((file) => readFileSync(app.makePath(file), 'utf8'))

test.group('Phrasebook of the dashboard', () => {
  test('says the same in German as in English, filled in with the same', ({ assert }) => {
    const [own, german] = [phrasesOf('en'), phrasesOf('de')]
    assert.deepEqual([...german.keys()].sort(), [...own.keys()].sort())
    const different = [...own].filter(
      ([key, phrase]) => `${shapeOf(phrase)}` !== `${shapeOf(german.get(key)!)}`
    )
    assert.deepEqual(different, [])
  })

  test('has no sentence in German that is still English', ({ assert }) => {
    const own = phrasesOf('en')
    const same = [...phrasesOf('de')].filter(
      ([key, phrase]) => phrase === own.get(key) && /[a-z]+ [a-z]+ [a-z]+/.test(phrase)
    )
    assert.deepEqual(same, [])
  })

  for (const language of DASHBOARD_LANGUAGES)
    test(`is set in ${language} as that language is printed`, ({ assert }) => {
      const sentences = [...phrasesOf(language)]
      const wrong = sentences.filter(
        ([, phrase]) =>
          /["'`]| {2}|^\s|\s$|\.\.\./.test(phrase) ||
          pluralsLack(parsed(phrase)) ||
          (language === 'de' && /[“«»]\p{L}|\p{L}…/u.test(phrase))
      )
      assert.deepEqual(wrong, [])
    })

  test('says each phrase once, for of two that a file has the first would be lost', ({
    assert,
  }) => {
    for (const text of sources('resources/lang/dashboard/**/*.json')) {
      const names = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, name]) => name)
      assert.deepEqual(names, Object.keys(JSON.parse(text)))
    }
  })

  test('has no section of the same name as one for signers', ({ assert }) => {
    const sections = readdirSync(folder('en')).map((file) => file.replace('.json', ''))
    assert.deepEqual(
      sections.filter((section) => section in ofSigners),
      []
    )
  })

  test('has no phrase that nobody says, and nobody says one that it does not have', ({
    assert,
  }) => {
    const own = phrasesOf('en')
    const texts = sources('{app,resources/views}/**/*.{ts,edge}')
    const said = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/['`]([a-z_]+\.[a-z0-9_]+)['`]/g)].map(([, key]) => key)
      )
    )
    const begun = texts.flatMap((text) =>
      [...text.matchAll(/`([a-z_]+)\.([a-z0-9_]*)\$\{[^}]+\}([a-z0-9_]*)`/g)].map(
        ([, section, head, tail]) => new RegExp(`^${section}\\.${head}[a-z0-9_]+${tail}$`)
      )
    )
    const unsaid = [...own.keys()].filter(
      (key) => !said.has(key) && !begun.some((pattern) => pattern.test(key))
    )
    assert.deepEqual(unsaid, [])
    const sections = new Set(readdirSync(folder('en')).map((file) => file.replace('.json', '')))
    const missing = sources('resources/views/**/*.edge').flatMap((text) =>
      [...text.matchAll(/\bt\(\s*'([a-z_]+)\.([a-z0-9_]+)'/g)]
        .filter(([, section, name]) => sections.has(section) && !own.has(`${section}.${name}`))
        .map(([, section, name]) => `${section}.${name}`)
    )
    assert.deepEqual(missing, [])
  })

  test('says in German why something was refused, and in English what the API says', ({
    assert,
  }) => {
    const [spoken, german] = DASHBOARD_LANGUAGES.map((one) => DashboardPhrasebook.speaking(one))
    const refusal = new LabelLimitExceeded(1250)
    assert.equal(refusalIn(spoken, refusal), `${refusal.message}.`)
    assert.match(refusalIn(german, refusal), /höchstens 1\.250 Labels/)
    assert.equal(refusalKey(new LabelNameTaken()), 'label_name_taken')
  })

  test('speaks English where it is asked for a language of signers alone', ({ assert }) => {
    assert.equal(DashboardPhrasebook.speaking('fr').t('labels.title'), 'Labels')
    assert.equal(DashboardPhrasebook.speaking('de').t('pages.cancel'), 'Abbrechen')
  })
})
