import type { Right } from './right.js'

/** Who makes teams, names them, removes them, and says who is in one. Their members see the team's documents by `visibility.ts`. */
export const TeamPolicy = {
  rightsToManage: ['members'] as const satisfies readonly Right[],
}
