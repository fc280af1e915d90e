import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

test.group('.env.example', () => {
  test('explains every variable that the application reads, and no other', async ({ assert }) => {
    const [environment, example] = await Promise.all([read('start/env.ts'), read('.env.example')])
    const validated = [...environment.matchAll(/^\s+([A-Z][A-Z0-9_]+): (?:Env\.|appKey,)/gm)].map(
      ([, name]) => name
    )
    const explained = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    assert.isNotEmpty(validated)
    assert.sameMembers(explained, validated)
  })
})
