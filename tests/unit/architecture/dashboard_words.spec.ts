import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

/** Rooms of the dashboard whose words are still in their templates. */
const WAITING: readonly string[] = []

/** Names that are the same in every language, and what programs read. */
const SAME =
  /^(?:API|Acme|CSV|DKIM|DMARC|DNS|English|GET|HMAC|HTTP|ID|Initech|JSON|NameID|OAuth|Okta|PDF|PEM|POST|SAML|SCIM|SHA|SPF|TLS|TXT|URL|UTC|XML|ZIP|ms)\b/

const ATTRIBUTES =
  /\s(?:aria-label|title|placeholder|alt|label|text|hint)="([^"{]*\p{L}{2}[^"{]*)"/gu

/** The words in a template that no phrasebook knows: text between tags, labels, and sentences within expressions. */
function wordsIn(source: string): string[] {
  const text = source.replace(/\{\{--[\s\S]*?--\}\}/g, '')
  const inExpressions = [...text.matchAll(/(['`])(?=[A-Z][a-z])((?:(?!\1).)+)\1/g)].map(
    ([, , sentence]) => sentence
  )
  const labels = [...text.matchAll(ATTRIBUTES)].map(([, label]) => label)
  const between = text
    .replace(/^\s*@.*$/gm, '')
    .replace(/\{\{\{?[\s\S]*?\}?\}\}/g, '')
    .replace(/<(script|style|code|kbd|samp|pre)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!?\/?[a-z][^>]*>/gi, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\p{L}{2}/u.test(line.replace(/&\w+;/g, '')))
  return [...inExpressions, ...labels, ...between].filter((one) => !SAME.test(one))
}

/** Sentences in a script: three words in a row, but for what is thrown or told to programs, selectors and patterns. */
function sentencesIn(source: string): string[] {
  const code = source.replace(
    /\/\*[\s\S]*?\*\/|\/\/.*$|(?:throw new \w+|Error|encode|abort)\([^)]*\)/gm,
    ''
  )
  return [...code.matchAll(/(['`])((?:(?!\1)[^\n])*)\1/g)]
    .map(([, , text]) => text)
    .filter((text) => /\p{L}{2,} \p{Ll}{2,} \p{Ll}{2,}/u.test(text) && !/[|=[\]]/.test(text))
}

test.group('Words of the dashboard', () => {
  test('are in its phrasebook, and not in its templates', ({ assert }) => {
    const views = globSync('dashboard/**/*.edge', { cwd: app.viewsPath() })
    const found = views
      .filter((view) => !WAITING.some((room) => view.startsWith(`dashboard/${room}/`)))
      .flatMap((view) =>
        wordsIn(readFileSync(app.viewsPath(view), 'utf8')).map((words) => `${view}: ${words}`)
      )
    assert.isAbove(views.length, 100)
    assert.isEmpty(found)
  })

  test('are in the phrasebooks of its elements, and not in their code', ({ assert }) => {
    const cwd = app.makePath('resources/elements')
    const scripts = globSync('**/*.js', { cwd }).filter((script) => !script.includes('_words'))
    const found = scripts.flatMap((script) =>
      sentencesIn(readFileSync(`${cwd}/${script}`, 'utf8')).map((words) => `${script}: ${words}`)
    )
    assert.isAbove(scripts.length, 50)
    assert.isEmpty(found)
    assert.deepEqual(sentencesIn("say(isOut ? 'log in again.' : `Saved.`)"), ['log in again.'])
  })

  test('are found between tags, in labels and in expressions', ({ assert }) => {
    assert.deepEqual(wordsIn('<p>Two words</p>'), ['Two words'])
    assert.deepEqual(wordsIn('<a aria-label="Go on">{{ t(\'a.b\') }}</a>'), ['Go on'])
    assert.deepEqual(wordsIn("@!button({ text: 'Save it' })"), ['Save it'])
    assert.deepEqual(
      wordsIn("@!field({ label: t('a.b'), name: 'email' })\n<b>{{ t('a.c') }}</b>"),
      []
    )
  })
})
