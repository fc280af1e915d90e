import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import packageFiles from '#app/assets/package_files'
import { TYPEFACE_FILES } from '#app/sealing/type/typefaces'

const file = new URL('../../../bin/production/packages.mjs', import.meta.url).href
const { unreadFiles } = (await import(file)) as { unreadFiles(packages: string): string[] }

test.group('npm run prune', (group) => {
  const packages = app.makePath('node_modules')
  let unread: Set<string>

  group.setup(() => {
    unread = new Set(unreadFiles(packages))
  })

  test('keeps each file that browsers may fetch', ({ assert }) => {
    const served = packageFiles().map(({ file: path }) => path)
    assert.isNotEmpty(served)
    assert.isEmpty(served.filter((name) => unread.has(name)))
  })

  test('keeps each typeface that a seal may need', ({ assert }) => {
    const files = TYPEFACE_FILES.map((name) => join(packages, '@expo-google-fonts', name))
    assert.isEmpty(files.filter((name) => unread.has(name)))
    assert.isTrue(unread.has(files[0].replaceAll('400Regular', '900Black')))
  })

  test('keeps icons, licences and what Node loads', ({ assert }) => {
    const files = ['lucide-static/icons/check.svg', 'lucide-static/LICENSE', 'pdf-lib/cjs/index.js']
    assert.isEmpty(files.filter((name) => unread.has(join(packages, name))))
    assert.isTrue(unread.has(join(packages, 'pdf-lib/dist/pdf-lib.min.js')))
  })
})
