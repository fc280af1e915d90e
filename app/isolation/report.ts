import { counted } from '#app/foundation/counted'
import { BOUNDARIES } from './attempts/attempt.js'
import type { Finding } from './finding.js'
import type { Proof } from './proof.js'

const OTHER_BOUNDARIES = {
  home: 'one’s own pages and files, with what stands in them, before and after',
  change: 'others’ rows, in their schemas and in the platform’s, before and after',
  rows: 'others’ words among one’s own rows',
  message: 'others’ words in mails and webhooks',
  redis: 'words in Redis',
  log: 'words in the log',
  breakage: 'answers that are neither yes nor no',
  postgresql: 'isolation checks and rights in PostgreSQL',
  coverage: 'what could not be asked: no id, no form, no rule, or one’s own words not seen',
} as const

/** The proof as a page to keep: Markdown with a date. */
export function reportOf(proof: Proof): string {
  const { at, routes, attempts, requests, forgedWork, messages, redisKeys } = proof
  const { canaries, seen, findings, seed, only } = proof
  const boundaries = Object.entries({ ...BOUNDARIES, ...OTHER_BOUNDARIES })
  return [
    '# Isolation',
    '',
    `${at.toISOString()}: ${findings.length === 0 ? 'no hole was found' : counted(findings.length, 'finding')}.`,
    '',
    `${routes} routes${only ? ` (those alone that match ${only.source}: the others were not attacked)` : ''}, ${sum(attempts)} attempts in ${requests} requests (order ${seed}), ${forgedWork} pieces of forged work, ${messages} mails and webhooks, ${redisKeys} keys of Redis, ${canaries} canaries, of which their owners were shown ${seen}.`,
    '',
    '| Boundary | What was tried | Attempts | Findings |',
    '|---|---|---|---|',
    ...boundaries.map(
      ([boundary, what]) =>
        `| ${boundary} | ${what} | ${attempts[boundary] ?? ''} | ${countOf(findings, boundary)} |`
    ),
    '',
    `Answers: ${Object.entries(proof.statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}.`,
    '',
    ...findings.map(({ boundary, message }) => `- **${boundary}**: ${message}`),
  ].join('\n')
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, one) => all + one, 0)
}

function countOf(findings: readonly Finding[], boundary: string): number {
  return findings.filter((finding) => finding.boundary === boundary).length
}
