import { test } from '@japa/runner'
import { contentDisposition } from '#app/front_door/answers/content_disposition'

test.group('Content-Disposition', () => {
  for (const [name, expected] of [
    ['lease.pdf', `attachment; filename="lease.pdf"; filename*=UTF-8''lease.pdf`],
    ['a "b".pdf', `attachment; filename="a _b_.pdf"; filename*=UTF-8''a%20%22b%22.pdf`],
    ['naïve.pdf', `attachment; filename="na_ve.pdf"; filename*=UTF-8''na%C3%AFve.pdf`],
    [
      "it's (1)*.pdf",
      `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`,
    ],
    [
      'x\r\nSet-Cookie: y',
      `attachment; filename="x__Set-Cookie: y"; filename*=UTF-8''x%0D%0ASet-Cookie%3A%20y`,
    ],
    ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
  ]) {
    test(`names ${JSON.stringify(name)}`, ({ assert }) =>
      assert.equal(contentDisposition('attachment', name), expected))
  }
})
