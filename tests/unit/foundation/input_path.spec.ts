import { test } from '@japa/runner'
import { spelled } from '#app/foundation/input_path'

test.group('Input path', () => {
  test('is spelled as {1}')
    .with([
      [['file'], 'file'],
      [['signers', 0, 'email'], 'signers[0].email'],
      [['signers', 2, 'fields', 11], 'signers[2].fields[11]'],
      [['values', 'fld_1'], 'values.fld_1'],
    ] as const)
    .run(({ assert }, [path, text]) => assert.equal(spelled(path), text))
})
