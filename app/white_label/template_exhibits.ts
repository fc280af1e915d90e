import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { Exhibit } from './exhibit.js'

/** Of the operators' own console, which no tenant's host shows. */
const OF_OPERATORS = /^views\/(?:platform\/|layouts\/platform\.edge|mails\/operator)/

/** What every page is made of, also those that only people who are logged in see. */
export function templateExhibits(): Exhibit[] {
  const root = app.makePath('resources')
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !OF_OPERATORS.test(path))
    .sort()
    .map((path) => ({ name: `template ${path}`, texts: [readFileSync(join(root, path), 'utf8')] }))
}
