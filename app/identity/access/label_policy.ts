import type { Right } from './right.js'

/** Who makes labels, names them, and removes them: they are everybody's, so it takes sight of everybody's documents. Who may change a document gives it labels. */
export const LabelPolicy = {
  rightsToManage: ['documents', 'allDocuments'] as const satisfies readonly Right[],
}
