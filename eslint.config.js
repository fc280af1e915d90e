import { configApp, INCLUDE_LIST, RULES_LIST } from '@adonisjs/eslint-config'

const SCRIPTS = ['bin/**/*.mjs', 'bin/services/pages/shared/*.js']
const ELEMENTS = ['resources/elements/**/*.js', 'resources/offline_verifier/**/*.js']

const HABITS = {
  'prettier/prettier': 'off', // bin/form.mjs asks Prettier about few files, which is most of the time that it takes
  '@unicorn/no-await-expression-member': 'off', // (await Brand.current()).name says it in one line
  '@typescript-eslint/no-unused-vars': [
    'error',
    { args: 'after-used', argsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
}

export default configApp(
  { ignores: ['tmp/', 'docs/', 'resources/built/'] },
  { name: 'Our habits', files: INCLUDE_LIST, rules: HABITS },
  { name: 'Scripts', files: SCRIPTS, rules: { ...RULES_LIST, ...HABITS } },
  { name: 'Elements', files: ELEMENTS, rules: { ...RULES_LIST, 'prettier/prettier': 'off' } }
)
