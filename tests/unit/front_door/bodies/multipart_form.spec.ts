import { test } from '@japa/runner'
import { parseForm } from '#app/front_door/bodies/multipart_form'

const TYPE = 'multipart/form-data; boundary=line'

function part(name: string, value = 'x', more = ''): string {
  return `--line\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
}

const parse = (...parts: string[]) => parseForm(Buffer.from(`${parts.join('')}--line--\r\n`), TYPE)

test.group('Multipart form', () => {
  test('takes the name of a field as it was sent: {0}')
    .with([
      ['a far index', 'signers[999999999][name]'],
      ['no index', 'signers[][name]'],
      ['brackets in brackets', 'a[b[c]][d]'],
      ['ten thousand brackets', `deep${'[x]'.repeat(10_000)}`],
      ['a prototype', '__proto__'],
      ['a way to a prototype', 'constructor[prototype][isAdmin]'],
      ['what every object has', 'toString'],
      ['dots', 'a.b.c'],
      ['nothing', ''],
    ])
    .run(async ({ assert }, [, name]) => {
      const { fields, files } = await parse(part(name, 'Mallory'))
      assert.deepEqual([...fields], [[name, 'Mallory']])
      assert.isEmpty(files)
      assert.notProperty(Object.prototype, 'isAdmin')
    })

  test('keeps every value of a name that comes twice', async ({ assert }) => {
    const form = await parse(part('title', 'A'), part('title', 'B'))
    assert.deepEqual(form.fields, [
      ['title', 'A'],
      ['title', 'B'],
    ])
  })

  test('tells files from fields by their file name', async ({ assert }) => {
    const form = await parse(part('file', 'PDF', '; filename="a b.pdf"'), part('title', 'A'))
    assert.deepEqual(form.fields, [['title', 'A']])
    assert.deepEqual(form.files, [{ field: 'file', name: 'a b.pdf', bytes: Buffer.from('PDF') }])
  })

  test('has no file where a browser sends an empty one without a name', async ({ assert }) => {
    assert.isEmpty((await parse(part('file', '', '; filename=""'))).files)
  })

  test('refuses thousands of parts', async ({ assert }) => {
    const many = Array.from({ length: 5_000 }, (_, at) => part(`field${at}`))
    await assert.rejects(() => parse(...many), /is incomplete or damaged/)
  })

  test('counts the parts by the one boundary that there is: {type}')
    .with(
      [
        'boundary=line; boundary=zz',
        'boundary=zz; boundary=line',
        'BOUNDARY=line; boundary="zz"',
        'x="; boundary=zz"; boundary=line',
        'boundary="li\\ne"',
      ].map((parameters) => ({ type: `multipart/form-data; ${parameters}` }))
    )
    .run(async ({ assert }, { type }) => {
      const body = Buffer.from(
        Array.from({ length: 301 }, (_, at) => part(`field${at}`)).join('') + '--line--\r\n'
      )
      await assert.rejects(() => parseForm(body, type), /is incomplete or damaged/)
    })

  test('takes a boundary in quotes, and among other parameters', async ({ assert }) => {
    const body = Buffer.from(`${part('title', 'A')}--line--\r\n`)
    for (const parameters of [
      'boundary="line"',
      'charset=utf-8; boundary=line',
      'boundary=line;',
    ]) {
      const { fields } = await parseForm(body, `multipart/form-data; ${parameters}`)
      assert.deepEqual(fields, [['title', 'A']], parameters)
    }
  })

  test('takes the boundaries that browsers choose', async ({ assert }) => {
    for (const boundary of [
      '----WebKitFormBoundary7MA4YWxkTrZu0gW',
      '----geckoformboundary8d0a3c',
    ]) {
      const body = Buffer.from(
        `${part('title', 'A')}--line--\r\n`.replaceAll('--line', `--${boundary}`)
      )
      const { fields } = await parseForm(body, `multipart/form-data; boundary=${boundary}`)
      assert.deepEqual(fields, [['title', 'A']], boundary)
    }
  })

  test('refuses millions of boundaries without reading to the end', async ({ assert }) => {
    const body = Buffer.from('\r\n--x'.repeat(5_000_000))
    await assert.rejects(
      () => parseForm(body, 'multipart/form-data; boundary=x'),
      /is incomplete or damaged/
    )
  })

  test('refuses {0}')
    .with([
      [
        'a part that breaks off',
        '--line\r\nContent-Disposition: form-data; name="file"; fil',
        TYPE,
      ],
      ['what is no form', 'nonsense', TYPE],
      ['nothing', '', TYPE],
      ['a form without a boundary', '--line--\r\n', 'multipart/form-data'],
      ['an empty boundary', '----\r\n', 'multipart/form-data; boundary=""'],
      ['another boundary', `${part('a')}--line--\r\n`, 'multipart/form-data; boundary=other'],
      ['a part without a name', '--line\r\n\r\nx\r\n--line--\r\n', TYPE],
      ['another type', '{"title":"A"}', 'application/json'],
    ])
    .run(async ({ assert }, [, body, type]) => {
      await assert.rejects(() => parseForm(Buffer.from(body), type), /is incomplete or damaged/)
    })
})
