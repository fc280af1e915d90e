import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import AssetLibrary from '#app/assets/asset_library'

const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))
const library = new AssetLibrary(RESOURCES)

test.group('Asset library', () => {
  test('gives a stylesheet whole, with what it imports in its place', async ({ assert }) => {
    const css = (await library.find('css/app.css')!.form('identity')).toString()
    assert.notInclude(css, '@import')
    assert.include(css, '.button')
    assert.include(css, '--canvas')
  })

  test('names an address that changes with the contents', ({ assert }) => {
    assert.match(library.url('css/app.css'), /^\/assets\/[0-9a-f]{12}\/css\/app\.css$/)
    assert.equal(new AssetLibrary(RESOURCES).version, library.version)
  })

  test('refuses to name an asset that is not there', ({ assert }) => {
    assert.throws(() => library.url('css/nowhere.css'), 'No such asset: css/nowhere.css')
  })

  test('knows nothing of {$self}')
    .with([
      '../package.json',
      'css/../../package.json',
      'css/..%2f..%2fpackage.json',
      '/etc/passwd',
      'views/layouts/letterhead.edge',
      'npm/pdfjs-dist/package.json',
      'npm/pdfjs-dist/../lru-cache/package.json',
      'npm/pg/package.json',
      'constructor',
      '',
    ])
    .run(({ assert }, path) => {
      assert.isNull(library.find(path))
    })

  test('has all that the elements import from packages', ({ assert }) => {
    for (const path of [
      'npm/pdfjs-dist/legacy/build/pdf.min.mjs',
      'npm/pdfjs-dist/legacy/build/pdf.worker.min.mjs',
      'npm/pdfjs-dist/wasm/openjpeg.wasm',
      'npm/pdfjs-dist/cmaps/H.bcmap',
      'npm/pdfjs-dist/standard_fonts/FoxitDingbats.pfb',
      'npm/signature_pad/dist/signature_pad.min.js',
      'npm/unpoly/unpoly.min.js',
    ]) {
      assert.isNotNull(library.find(path), path)
    }
  })

  test('compresses once and tells its forms apart', async ({ assert }) => {
    const asset = library.find('css/app.css')!
    const [one, other] = await Promise.all([asset.form('br'), asset.form('br')])
    assert.strictEqual(one, other)
    assert.isBelow(one.length, (await asset.form('identity')).length / 3)
    assert.notEqual(asset.etag('br'), asset.etag('gzip'))
  })

  test('says what a file is', ({ assert }) => {
    assert.equal(library.find('elements/field_guide.js')!.type, 'text/javascript; charset=utf-8')
    assert.equal(library.find('npm/pdfjs-dist/wasm/openjpeg.wasm')!.type, 'application/wasm')
  })
})
