import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

const run = promisify(execFile)

const FOLDER = app.makePath('docs/deploy/monitoring')
const read = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')
const promtool = (...args: string[]) =>
  run(process.env.PROMTOOL_PATH || 'promtool', args, { cwd: FOLDER })

/** Prometheus makes three of a histogram. */
function figuresOf(text: string): Map<string, string[]> {
  const rows = text.matchAll(/^\| `(countersign_\w+)` \| (\w+) \| ([^|]*) \|/gm)
  return new Map(
    [...rows].flatMap(([, name, type, labels]) => {
      const known = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)
      const endings = type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
      return endings.map((ending): [string, string[]] => [
        `${name}${ending}`,
        ending === '_bucket' ? [...known, 'le'] : known,
      ])
    })
  )
}

test.group('Alerts and dashboard', () => {
  test('fire when they should and not before, as promtool finds', async ({ assert }) => {
    const checked = await promtool('check', 'rules', 'countersign.rules.yml')
    assert.match(checked.stdout, /SUCCESS/)
    const tested = await promtool('test', 'rules', 'countersign.rules.test.yml')
    assert.match(tested.stdout, /SUCCESS/)
  })

  test('each have a test in which they are silent, and one in which they fire', ({ assert }) => {
    const names = [...read('countersign.rules.yml').matchAll(/- alert: (\w+)/g)].map(([, of]) => of)
    const tests = read('countersign.rules.test.yml')
    const silent = [...tests.matchAll(/alertname: (\w+) \}/g)].map(([, of]) => of)
    const firing = [...tests.matchAll(/\{alertname="(\w+)"\}/g)].map(([, of]) => of)
    assert.isAbove(names.length, 10)
    assert.sameMembers(silent, names)
    assert.sameMembers(firing, names)
  })

  test('ask for figures that are served, by labels that these have', ({ assert }) => {
    const served = figuresOf(readFileSync(app.makePath('docs/deploy/monitoring.md'), 'utf8'))
    const { panels } = JSON.parse(read('grafana.json')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    const asked = [
      read('countersign.rules.yml'),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].join('\n')
    for (const [, name, matchers = ''] of asked.matchAll(/(countersign_\w+)(?:\{([^}]*)\})?/g)) {
      assert.isTrue(served.has(name), name)
      const labels = [...matchers.matchAll(/(\w+)=/g)].map(([, label]) => label)
      assert.includeMembers(served.get(name) ?? [], labels, name)
    }
    const titles = panels.map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length)
  })

  test('of the dashboard are expressions that Prometheus reads', async ({ assert, cleanup }) => {
    const folder = mkdtempSync(`${app.tmpPath()}/panels-`)
    cleanup(() => rmSync(folder, { recursive: true }))
    const { panels } = JSON.parse(read('grafana.json')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, at) => ({
        record: `panel_${at}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }))
    const file = `${folder}/panels.yml`
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const { stdout } = await promtool('check', 'rules', file)
    assert.include(stdout, `SUCCESS: ${rules.length} rules found`)
  })
})
