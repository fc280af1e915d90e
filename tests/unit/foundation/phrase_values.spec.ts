import { globSync, readdirSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { IntlMessageFormat } from 'intl-messageformat'

type Node = ReturnType<IntlMessageFormat['getAst']>[number]

/** A phrase that is named where it is said, or one of two; what follows is the end of the call or its values. */
const SAID =
  /\bt\(\s*(?:[^'(),?]+\?\s*)?'([a-z_]+\.[a-z0-9_]+)'(?:\s*:\s*'([a-z_]+\.[a-z0-9_]+)')?\s*([,)])/g

const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(app.makePath(path), 'utf8'))

function phrases(): Map<string, string> {
  const signers = Object.entries(read('resources/lang/en.json'))
  const rooms = readdirSync(app.makePath('resources/lang/dashboard/en')).map((file) => [
    file.replace('.json', ''),
    read(`resources/lang/dashboard/en/${file}`),
  ])
  return new Map(
    [...signers, ...rooms].flatMap(([section, own]) =>
      Object.entries(own).map(([name, phrase]): [string, string] => [`${section}.${name}`, phrase])
    )
  )
}

function valuesOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.type === 0 || node.type === 7 ? [] : [String(node.value)]),
    ...('options' in node
      ? Object.values(node.options).flatMap(({ value }) => valuesOf(value))
      : []),
  ])
}

const needs = (phrase: string) =>
  valuesOf(new IntlMessageFormat(phrase, 'en', undefined, { ignoreTag: true }).getAst())

/** The object that a call ends with, as it is written; null where it is made elsewhere. */
function givenIn(rest: string): string | null {
  const begin = /^\s*\{/.exec(rest)
  if (!begin) return null
  let depth = 0
  for (const [at, character] of [...rest].entries()) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === '}' && depth === 0) return rest.slice(0, at + 1)
  }
  return null
}

/** What a phrase needs and is not given where a file says it. */
function lacking(text: string, known: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(SAID)].flatMap(({ 0: call, 1: one, 2: other, 3: end, index }) => {
    const given = end === ')' ? '' : givenIn(text.slice(index + call.length))
    if (given === null || given.includes('...')) return []
    return [one, other].flatMap((key) =>
      needs(known.get(key ?? '') ?? '')
        .filter((value) => !new RegExp(`\\b${value}\\b`).test(given))
        .map((value) => `${key}: ${value}`)
    )
  })
}

test.group('Values of phrases', () => {
  test('are given wherever a phrase is said that needs them', ({ assert }) => {
    const known = phrases()
    const files = globSync('{app,resources/views}/**/*.{ts,edge}', { cwd: app.makePath() })
    const found = files.flatMap((file) =>
      lacking(readFileSync(app.makePath(file), 'utf8'), known).map((one) => `${file}: ${one}`)
    )
    assert.isAbove(files.length, 1000)
    assert.deepEqual(found, [])
  })

  test('are missed where there are none, or not all', ({ assert }) => {
    const known = new Map([['a.b', 'Until {day}, {count, plural, one {# page} other {# pages}}']])
    assert.deepEqual(lacking("t('a.b')", known), ['a.b: day', 'a.b: count'])
    assert.deepEqual(lacking("t('a.b', { day: f({ x }) })", known), ['a.b: count'])
    assert.deepEqual(lacking("t('a.b', { day, count: 1 })", known), [])
    assert.deepEqual(lacking("t('a.b', values)", known), [])
  })
})
