import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

const read = (path: string) => readFileSync(app.makePath(path), 'utf8')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'tests/*.md'], { cwd: app.makePath() }).sort()

/** Rows of README's map, `api` and its neighbours apart. */
function modulesOnTheMap(): string[] {
  const [, map] = read('README.md').split('| `app/` | |\n')
  const rows = map.slice(0, map.indexOf('\n\n')).split('\n').slice(1)
  return rows.flatMap((row) =>
    [...row.split('|')[1].matchAll(/`(\w+)`/g)].map(([, module]) => module)
  )
}

test.group('Documents', () => {
  test('README lists every module of app once', ({ assert }) => {
    const modules = readdirSync(app.makePath('app'))
    assert.deepEqual(modulesOnTheMap().sort(), modules.sort())
  })

  test('every decision is listed, and says when it was made and whether it holds', ({ assert }) => {
    const [index, ...decisions] = readdirSync(app.makePath('docs/decisions')).sort()
    const list = read(`docs/decisions/${index}`)
    for (const name of decisions) {
      assert.equal(list.split(`](${name})`).length - 1, 1, name)
      const [, , head] = read(`docs/decisions/${name}`).split('\n')
      assert.match(
        head,
        /^_Decided \d{4}-\d\d-\d\d(?:, revised \d{4}-\d\d-\d\d)?\. (?:In force|Replaced by \[.+\]\(.+\))\.(?: It replaced .+\.)?_$/,
        name
      )
    }
  })

  test('no page leads to a file that is not there', ({ assert }) => {
    for (const page of PAGES)
      for (const [, target] of read(page).matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g))
        assert.isTrue(existsSync(join(app.makePath(dirname(page)), target)), `${page}: ${target}`)
  })

  test('commands in pages are scripts, suites and ace commands that exist', ({ assert }) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const suites = [...read('adonisrc.ts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name)
    const commands = globSync('app/cli/*.ts', { cwd: app.makePath() })
      .map((file) => /static commandName = '([\w:]+)'/.exec(read(file))?.[1])
      .concat('codegen')
    for (const page of PAGES) {
      const text = read(page)
      for (const [, script] of text.matchAll(/npm run (?:-s )?([a-z]\w*)/g))
        assert.property(scripts, script, page)
      for (const [, suite] of text.matchAll(/npm test -- (\w+)/g))
        assert.include(suites, suite, page)
      for (const [, command] of text.matchAll(/npm run ace -- ([a-z][\w:]*)/g))
        assert.include(commands, command, page)
    }
  })

  test('every command is listed, but for those that the demo and the service start', ({
    assert,
  }) => {
    const started = ['demo:seed', 'worker']
    const commands = readdirSync(app.makePath('app/cli'))
      .filter((name) => !name.startsWith('_'))
      .map((name) => name.replace('.ts', '').replace('_', ':'))
    const listed = read('docs/commands.md').matchAll(/^\| (`.+?`) \|/gm)
    const names = [...listed].flatMap(([, cell]) =>
      [...cell.matchAll(/`(?:npm run ace -- )?([a-z]+(?::[a-z]+)?)\b/g)].map(([, name]) => name)
    )
    const isCommand = (name: string) => commands.includes(name)
    assert.sameMembers(
      [...new Set(names.filter(isCommand))],
      commands.filter((name) => !started.includes(name))
    )
  })

  test('files of tests that pages name are found by that name', ({ assert }) => {
    const files = globSync('tests/**/*.spec.ts', { cwd: app.makePath() })
    for (const page of PAGES)
      for (const [, suite, name] of read(page).matchAll(/\b([a-z]+) --files ([\w/]+)/g))
        assert.isTrue(
          files.some(
            (file) => file.startsWith(`tests/${suite}/`) && file.endsWith(`${name}.spec.ts`)
          ),
          `${page}: ${suite} --files ${name}`
        )
  })

  test('files that pages name exist', ({ assert }) => {
    const named = /`((?:app|bin|config|docs|resources|start|tests|database)\/[\w./-]+)`/g
    for (const page of ['docs/development.md', 'CONTRIBUTING.md', 'tests/README.md'])
      for (const [, path] of read(page).matchAll(named))
        assert.isTrue(existsSync(app.makePath(path)), `${page}: ${path}`)
    const there = globSync('{app,bin,config,resources,start,tests}/**/*.*', { cwd: app.makePath() })
    const names = new Set([...there, 'adonisrc.ts'].map((path) => basename(path)))
    for (const page of PAGES)
      for (const [, name] of read(page).matchAll(/`(\w+\.(?:ts|mjs|edge))`/g))
        assert.isTrue(names.has(name), `${page}: ${name}`)
    const helpers = read('tests/README.md').split('## Building blocks')[1].split('## Look')[0]
    const files = globSync('tests/{factories,support}/*.ts', { cwd: app.makePath() })
    for (const [row] of helpers.matchAll(/^\| `.+$/gm))
      for (const [, name] of row.split('|')[1].matchAll(/`(\w+)`/g))
        assert.include(files.join(), `/${name}.ts`)
  })
})
