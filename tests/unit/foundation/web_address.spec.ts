import { test } from '@japa/runner'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { uriOf, webAddress } from '#app/foundation/web_address'

const ajv = new Ajv2020()
addFormats.default(ajv)
const isUri = ajv.compile({ type: 'string', format: 'uri' })

const read = (text: string) => uriOf(webAddress(text)!, text)

test.group('Web address', () => {
  for (const text of [
    'https://acme.example',
    'https://acme.example/',
    'HTTPS://Acme.example/Thanks?for=signing&x=%20#done',
    'http://[::1]:3333/a;b=c/~d',
  ]) {
    test(`leaves ${text} as it stands`, ({ assert }) => {
      assert.equal(read(text), text)
      assert.isTrue(isUri(text))
    })
  }

  for (const [text, uri] of [
    ['https://acme.example/vielen dank', 'https://acme.example/vielen%20dank'],
    ['https:acme.example', 'https://acme.example/'],
    ['https:\\\\acme.example\\x', 'https://acme.example/x'],
    [
      'https://müller.example/grüße?ü#ü',
      'https://xn--mller-kva.example/gr%C3%BC%C3%9Fe?%C3%BC#%C3%BC',
    ],
    ['https://acme.example/a|b?{c}^`', 'https://acme.example/a%7Cb?%7Bc%7D%5E%60'],
    ['https://acme.example/100%', 'https://acme.example/100%25'],
    ['https://us er:w|rd@acme.example/a|b', 'https://us%20er:w%7Crd@acme.example/a%7Cb'],
    ['https://acme.example/a[1]?b[]=c#d#e', 'https://acme.example/a%5B1%5D?b%5B%5D=c#d%23e'],
  ] as const) {
    test(`writes ${text} as a URI`, ({ assert }) => {
      assert.equal(read(text), uri)
      assert.isTrue(isUri(uri))
    })
  }
})
