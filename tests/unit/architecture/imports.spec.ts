import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

/** Layers from the top down: a module may import modules of later lines. Modules of one line do not know each other. */
const LAYERS = [
  [
    ...[
      'api',
      'dashboard',
      'signer_pages',
      'platform',
      'verification',
      'transparency',
      'status_page',
    ],
    ...['reseller', 'cli', 'scim', 'sso', 'assets', 'probes'],
  ],
  ['front_door'],
  ['isolation'],
  ['monitoring'],
  ['queue'],
  ['directory'],
  ['sandbox', 'portability', 'white_label'],
  ['webhooks', 'notifications'],
  ['signing'],
  ['templates'],
  ['documents'],
  ['single_sign_on'],
  ['sealing', 'identity'],
  ['brand', 'sending'],
  ['tenants'],
  ['events'],
  ['audit'],
  ['tenancy'],
  ['foundation'],
] as const

const IMPORT = /(?:from|import)\s*\(?\s*'(#(?:app|start|config)\/[^']+|\.{1,2}\/[^']+)'/g

/**
 * What of `start/` and `config/`, which are above all of `app/`, may be imported all the same: surfaces name middleware, commands read what
 * they alone are set to and serve the routes, and `config/` reads the environment.
 */
const ALLOWED_ABOVE = [
  /^app\/(?:api|dashboard|signer_pages|platform|status_page|verification)\/.*routes\.ts imports #start\/kernel$/,
  /^app\/cli\/\w+\.ts imports #start\/(?:env|routes|kernel)$/,
  /^config\/\w+\.ts imports #start\/env$/,
]

/** By SQL: `update tenants set`, or by a builder: `trx.table('tenants')`, `trx.from('tenants').where(…).update`. */
const WRITE =
  /\binsert\s+into\s+([\w.]+)|\bupdate\s+([\w.]+)\s+set\b|\bdelete\s+from\s+([\w.]+)|\.table\('([\w.]+)'\)|\.from\('([\w.]+)'\)[^;]*\.(?:update|delete|increment)\(/gi

/** Texts that read rows, and the tables they name. */
const LITERAL = /`[^`]*`|'[^'\n]*'/g
const READ = /\b(?:from|join)\s+(?:cell\.)?([a-z_]+)/gi

/** Of what is below it, the front door finds the tenant of a host, its look and languages, and the rights that a route asks. */
const AT_THE_FRONT = ['brand', 'identity', 'tenancy', 'tenants']

/** What starts processes hands them an environment, and what is for tests alone asks whether they run. */
const OF_PROCESSES = [
  'app/foundation/picture/picture.ts',
  'app/foundation/processes/fault_point.ts',
  'app/foundation/processes/start_garbage.ts',
  'app/foundation/processes/warm_up_rounds.ts',
  'app/foundation/time_scale.ts',
  'app/isolation/installation/isolated_process.ts',
  'app/isolation/installation/own_web.ts',
  'app/sealing/intake/intake_child.ts',
  'app/sealing/seal_thread.ts',
  'app/single_sign_on/gate/gate.ts',
]

/** What only HTTP knows of: answers that are kept for a repeated request, and the log of requests. */
const OF_SURFACES = ['idempotency_keys', 'submitted_forms', 'api_requests']

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (path.endsWith('.ts')) yield path
  }
}

function domainOf(path: string): string {
  return relative(app.makePath('app'), path).split('/')[0]
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(IMPORT)].map(([, target]) => target)
}

/** Programs that are shown to developers are text. */
const withoutTemplates = (text: string) => text.replaceAll(/\[' [^']*'\]/g, '')

const layer = (domain: string) =>
  LAYERS.findIndex((domains) => (domains as readonly string[]).includes(domain))

test.group('Architecture', () => {
  const paths = [...sources(app.makePath('app'))].filter((path) => domainOf(path) !== 'exceptions')

  test('has a layer for every domain', ({ assert }) => {
    const unplaced = [...new Set(paths.map(domainOf))].filter((domain) => layer(domain) === -1)
    assert.deepEqual(unplaced, [])
  })

  test('has no import that runs up, and none between neighbours', ({ assert }) => {
    const wrong = paths.flatMap((path) => {
      const from = domainOf(path)
      return importsOf(path)
        .filter((target) => target.startsWith('#app/'))
        .map((target) => target.split('/')[1])
        .filter((to) => to !== from && layer(to) <= layer(from))
        .map((to) => `${relative(app.appRoot.pathname, path)} imports ${to}`)
    })
    assert.deepEqual([...new Set(wrong)], [])
  })

  test('is given its configuration: nothing below imports start or config', ({ assert }) => {
    const all = ['app', 'config'].flatMap((folder) => [...sources(app.makePath(folder))])
    const above = (path: string) =>
      path.startsWith(app.makePath('config')) ? /^#start\// : /^#(?:start|config)\//
    const imports = all.flatMap((path) =>
      importsOf(path)
        .filter((target) => above(path).test(target))
        .map((target) => `${relative(app.appRoot.pathname, path)} imports ${target}`)
    )
    const isAllowed = (line: string) => ALLOWED_ABOVE.some((rule) => rule.test(line))
    assert.deepEqual(
      imports.filter((line) => !isAllowed(line)),
      []
    )
    const unused = ALLOWED_ABOVE.filter((rule) => !imports.some((line) => rule.test(line)))
    assert.deepEqual(unused, [])
  })

  test('opens to all that is asked by HTTP, and knows no document there', ({ assert }) => {
    const nouns = LAYERS.slice(LAYERS.findIndex((domains) => domains[0] === 'front_door') + 1)
      .slice(0, -1)
      .flat() as readonly string[]
    const known = paths
      .filter((path) => domainOf(path) === 'front_door')
      .flatMap(importsOf)
      .filter((target) => target.startsWith('#app/'))
      .map((target) => target.split('/')[1])
      .filter((to) => nouns.includes(to))
    assert.deepEqual([...new Set(known)].sort(), AT_THE_FRONT)
  })

  test('reads the environment above the domains alone', ({ assert }) => {
    const readers = paths
      .filter((path) => domainOf(path) !== 'cli')
      .filter((path) => /\bprocess\.env\b/.test(withoutTemplates(readFileSync(path, 'utf8'))))
      .map((path) => relative(app.appRoot.pathname, path))
    assert.sameMembers(readers, [...OF_PROCESSES])
  })

  test('lets config know of domains what it makes for the framework, and of no surface', ({
    assert,
  }) => {
    const wrong = [...sources(app.makePath('config'))].flatMap((path) =>
      importsOf(path)
        .filter((target) => target.startsWith('#app/'))
        .map((target) => target.split('/')[1])
        .filter((to) => (LAYERS[0] as readonly string[]).includes(to))
        .map((to) => `${relative(app.appRoot.pathname, path)} imports ${to}`)
    )
    assert.deepEqual(wrong, [])
  })

  test('reaches another domain by its alias, never by a relative path', ({ assert }) => {
    const wrong = paths.filter((path) =>
      importsOf(path).some(
        (target) => target.startsWith('.') && domainOf(join(path, '..', target)) !== domainOf(path)
      )
    )
    assert.deepEqual(
      wrong.map((path) => relative(app.appRoot.pathname, path)),
      []
    )
  })

  test('knows nothing of HTTP below the surfaces', ({ assert }) => {
    const surfaces = [...LAYERS[0], ...LAYERS[1]] as readonly string[]
    const wrong = paths.filter(
      (path) =>
        !surfaces.includes(domainOf(path)) &&
        /@adonisjs\/core\/(http|types\/http)/.test(readFileSync(path, 'utf8'))
    )
    assert.deepEqual(
      wrong.map((path) => relative(app.appRoot.pathname, path)),
      []
    )
  })

  test('writes rows in domains: a surface writes those of its own tables alone', ({ assert }) => {
    const surfaces = [...LAYERS[0], ...LAYERS[1]] as readonly string[]
    const wrong = paths
      .filter((path) => surfaces.includes(domainOf(path)))
      .flatMap((path) => {
        const text = readFileSync(path, 'utf8')
        return [...text.matchAll(WRITE)]
          .map((found) => found.slice(1).find(Boolean)!)
          .filter((table) => !OF_SURFACES.includes(table))
          .map((table) => `${relative(app.appRoot.pathname, path)} writes ${table}`)
      })
    assert.deepEqual([...new Set(wrong)], [])
  })

  test('reads rows in domains: a surface asks for those of its own tables alone', ({ assert }) => {
    const surfaces = [...LAYERS[0], ...LAYERS[1]] as readonly string[]
    const types = readFileSync(app.makePath('app/tenancy/tables.ts'), 'utf8')
    const tables = new Set([...types.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table]) => table))
    const wrong = paths
      .filter((path) => surfaces.includes(domainOf(path)))
      .flatMap((path) => {
        const texts = readFileSync(path, 'utf8').match(LITERAL) ?? []
        return texts
          .filter((text) => /\bselect\b/i.test(text))
          .flatMap((text) => [...text.matchAll(READ)].map(([, table]) => table))
          .filter((table) => tables.has(table) && !OF_SURFACES.includes(table))
          .map((table) => `${relative(app.appRoot.pathname, path)} reads ${table}`)
      })
    assert.isAbove(tables.size, 60)
    assert.deepEqual([...new Set(wrong)], [])
  })
})
