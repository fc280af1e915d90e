import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

/**
 * Edge takes a name that is a global where it compiles a template for that global, not for what the page was given. Libraries define
 * some browser's globals in Node themselves, so which one a page showed would depend on what had been loaded before.
 */
const GLOBALS = 'self window navigator location global process performance crypto'

const NAME = new RegExp(`(?<![\\w$.'"\`-])(${GLOBALS.split(' ').join('|')})\\b(?=[\\s.?)\\]!=&|,])`)

/** The expressions of a template, without their strings. */
function expressionsOf(source: string): string[] {
  const text = source.replace(/\{\{--[\s\S]*?--\}\}/g, '')
  const shown = [...text.matchAll(/\{\{([\s\S]+?)\}\}/g)].map(([, expression]) => expression)
  const tags = [...text.matchAll(/^\s*@!?[\w.]+\((.*)\)\s*$/gm)].map(([, expression]) => expression)
  return [...shown, ...tags].map((one) => one.replace(/'[^']*'|"[^"]*"/g, "''"))
}

const namesIn = (source: string) =>
  expressionsOf(source).flatMap((one) => NAME.exec(one)?.[1] ?? [])

test.group('Names in templates', () => {
  test('are never those of globals that a library may define', ({ assert }) => {
    const views = globSync('**/*.edge', { cwd: app.viewsPath() })
    const found = views.flatMap((view) =>
      namesIn(readFileSync(app.viewsPath(view), 'utf8')).map((name) => `${view}: ${name}`)
    )
    assert.isAbove(views.length, 100)
    assert.isEmpty(found)
  })

  test('are found in what is shown and in tags, and not in words or keys', ({ assert }) => {
    assert.deepEqual(namesIn('{{ self.name }}'), ['self'])
    assert.deepEqual(namesIn('  @if(!self.hasPassword)'), ['self'])
    assert.deepEqual(namesIn("{{ person.self }} yourself {{ 'self' }} {{-- self --}}"), [])
  })
})
