/** What the service has told one customer: an answer that says that something is done is a promise. */
export interface Flow {
  readonly title: string
  readonly plan: 'sign' | 'void'
  /** Of the document, once 201 was answered. */
  id?: string
  consented: string[]
  signed: string[]
  isVoided: boolean
  surprises: Surprise[]
}

/** An answer that no fault explains. */
export interface Surprise {
  what: string
  /** What the processes' logs know it by. */
  requestId: string
}

export class Ledger {
  readonly flows: Flow[] = []

  open(plan: Flow['plan']): Flow {
    const title = `Soak-${this.flows.length + 1}`
    const flow: Flow = { title, plan, consented: [], signed: [], isVoided: false, surprises: [] }
    this.flows.push(flow)
    return flow
  }

  /** How many promises there are, by kind. */
  get acknowledged() {
    const sum = (of: (flow: Flow) => number) => this.flows.reduce((all, one) => all + of(one), 0)
    return {
      documents: sum(({ id }) => (id === undefined ? 0 : 1)),
      consents: sum(({ consented }) => consented.length),
      signatures: sum(({ signed }) => signed.length),
      voids: sum(({ isVoided }) => (isVoided ? 1 : 0)),
    }
  }
}
