import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

test.group('tests/bench', () => {
  test('each bench names the command that runs it, by its own path', ({ assert }) => {
    const files = globSync('tests/bench/**/*.{ts,mjs}', { cwd: app.makePath() })
    const named = files
      .map((file) => [
        file,
        / \* +npm run bench -- (\S+)/.exec(readFileSync(app.makePath(file), 'utf8'))?.[1],
      ])
      .filter(([, name]) => name)
    assert.isAbove(named.length, 10)
    for (const [file, name] of named)
      assert.match(String(file), new RegExp(`^tests/bench/${name}\\.(ts|mjs)$`))
  })
})
