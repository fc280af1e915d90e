import { WALLS } from './attempt.js'
import type { Proof } from './proof.js'

const OTHER_WALLS = {
  home: 'one’s own pages and files, with what stands in them',
  change: 'another tenant’s rows, before and after',
  rows: 'another tenant’s words among one’s own rows',
  redis: 'words in Redis',
  log: 'words in the log',
  breakage: 'answers that are neither yes nor no',
  postgresql: 'bricks and rights in PostgreSQL',
  eyesight: 'one’s own words, to show that the crawler sees',
} as const

/** The proof as a page to keep: Markdown with a date. */
export function reportOf(proof: Proof): string {
  const { at, routes, attempts, requests, forgedWork, redisKeys, canaries, seen, findings } = proof
  const walls = Object.entries({ ...WALLS, ...OTHER_WALLS })
  return [
    '# Isolation',
    '',
    `${at.toISOString()}: ${findings.length === 0 ? 'no hole was found' : `${findings.length} findings`}.`,
    '',
    `${routes} routes, ${attempts} attempts in ${requests} requests, ${forgedWork} pieces of forged work, ${redisKeys} keys of Redis, ${canaries} canaries, of which their owner was shown ${seen}.`,
    '',
    '| Wall | What was tried | Findings |',
    '|---|---|---|',
    ...walls.map(([wall, what]) => `| ${wall} | ${what} | ${countOf(proof, wall)} |`),
    '',
    `Answers: ${Object.entries(proof.statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}.`,
    '',
    ...findings.map(({ wall, message }) => `- **${wall}**: ${message}`),
  ].join('\n')
}

function countOf({ findings }: Proof, wall: string): number {
  return findings.filter((finding) => finding.wall === wall).length
}
