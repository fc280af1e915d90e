import type pg from 'pg'
import type { Cell } from '#app/tenancy/cell'
import { leaf, statement, type Checkpoint, type Link } from '../checkpoints/checkpoint.js'
import { CheckpointKey } from '../checkpoints/checkpoint_key.js'
import { leafHash, treeHash } from '../checkpoints/merkle_tree.js'
import { BLOCK, blocksOf } from './block_tree.js'
import { GrowingTree } from './growing_tree.js'
import { parseHead } from './log_head.js'
import { type NoteVerifier, parseNote, parseSignature, type SignedNote } from './signed_note.js'

export interface LogFinding {
  /** Of the leaf, or the leaves under the head or block. */
  number: number
  message: string
}

export interface LogVerdict {
  leaves: number
  heads: number
  cosignatures: number
  findings: LogFinding[]
}

interface Leaf extends Checkpoint {
  leaf: string | null
  blocks: string[]
}

interface Head {
  size: number
  note: string
  cosignatures: { witness: string; line: string }[]
}

/** Checkpoints that are held in memory at a time. */
const BATCH = 200

const LEAVES = `
  select c.*, l.hash as leaf,
         array(select hash from cell.checkpoint_blocks b where b.number = c.number order by block) as blocks
    from cell.checkpoints c left join cell.log_leaves l using (number)
   where c.number > $1 and c.number <= (select max(number) from cell.log_leaves) order by c.number limit $2`

const HEADS = `
  select size, note, coalesce((select jsonb_agg(jsonb_build_object('witness', witness, 'line', line) order by witness)
                        from cell.log_cosignatures c where c.size = h.size), '[]') as cosignatures
    from cell.log_heads h where size between $1 and $2 order by size`

const LINKS = `
  select position, scope, chain, sequence, hash from cell.chain_log where position between $1 and $2 order by position`

/**
 * Holds the public log of a cell against the checkpoints that it is made of: every leaf, every subtree that proofs are read from, and the root, the
 * signature and the witnesses of every head that was ever published.
 */
export class LogVerification {
  #client!: pg.Client
  #key!: CheckpointKey
  #tree = new GrowingTree()
  #block: Buffer[] = []
  #blocks: string[] = []
  #verdict: LogVerdict = { leaves: 0, heads: 0, cosignatures: 0, findings: [] }

  private constructor(
    private cell: Cell,
    private witnesses: readonly NoteVerifier[]
  ) {}

  /** @param witnesses  keys of those whose signatures can be checked; those of others are counted alone */
  static async run(cell: Cell, witnesses: readonly NoteVerifier[] = []): Promise<LogVerdict> {
    return new LogVerification(cell, witnesses).#run()
  }

  async #run(): Promise<LogVerdict> {
    this.#key = await CheckpointKey.current()
    return this.cell.as('relay', async (client) => {
      this.#client = client
      await client.query('begin isolation level repeatable read read only')
      await this.#checkBlocks()
      for (let batch = await this.#after(0); batch.length > 0;) {
        const heads = await this.#headsOf(batch)
        for (const row of batch) await this.#check(row, heads.get(row.number))
        batch = await this.#after(batch.at(-1)!.number)
      }
      await this.#checkEnd()
      return this.#verdict
    })
  }

  async #after(number: number): Promise<Leaf[]> {
    return (await this.#client.query<Leaf>(LEAVES, [number, BATCH])).rows
  }

  async #headsOf(batch: readonly Leaf[]): Promise<Map<number, Head>> {
    const values = [batch[0].number, batch.at(-1)!.number]
    const { rows } = await this.#client.query<Head>(HEADS, values)
    return new Map(rows.map((head) => [head.size, head]))
  }

  /** Those that are kept; each is held against its leaves when they have been read. */
  async #checkBlocks(): Promise<void> {
    const { rows } = await this.#client.query<{ block: number; hash: string }>(
      'select block, hash from cell.log_blocks order by block'
    )
    this.#blocks = rows.map(({ hash }) => hash)
    const gap = rows.findIndex(({ block }, index) => block !== index)
    if (gap !== -1) this.#find(gap * BLOCK + 1, 'the subtree from it on is gone from the log')
  }

  async #check(row: Leaf, head: Head | undefined): Promise<void> {
    const hash = leafHash(statement(row))
    this.#verdict.leaves += 1
    if (row.leaf === null) this.#find(row.number, 'it is gone from the log')
    else if (row.leaf !== hash.toString('hex')) this.#find(row.number, 'the log has another leaf')
    await this.#checkLinks(row)
    this.#tree.append(hash)
    this.#block.push(hash)
    if (this.#block.length === BLOCK) this.#closeBlock(row.number)
    if (head) this.#checkHead(head)
  }

  async #checkLinks({ number, leaves, first_position: first, last_position: last, blocks }: Leaf) {
    const { rows } = await this.#client.query<Link>(LINKS, [first, last])
    if (rows.length > leaves) return // no proof comes from it, whether it was taken in error or links were put among its own
    const bound = blocksOf(rows.map((link) => leafHash(leaf(link))))
    if (bound.map(hex).join() !== blocks.join())
      this.#find(number, 'the subtrees of its links are not those that it binds')
  }

  #closeBlock(number: number): void {
    const kept = this.#blocks[number / BLOCK - 1]
    if (kept !== undefined && kept !== hex(treeHash(this.#block)))
      this.#find(number, 'the subtree that ends with it is another')
    this.#block = []
  }

  #checkHead({ size, note, cosignatures }: Head): void {
    this.#verdict.heads += 1
    const parsed = parseNote(note)
    const head = parsed && parseHead(parsed.text)
    if (!parsed || !head) return this.#find(size, 'its head cannot be read')
    if (head.size !== size || !head.root.equals(this.#tree.root))
      this.#find(size, 'its head is of another tree')
    if (!this.#key.noteVerifier(head.origin).hasSigned(parsed))
      this.#find(size, 'the signature under its head is not ours')
    for (const { witness, line } of cosignatures) this.#checkWitness(size, parsed, witness, line)
  }

  #checkWitness(size: number, { text }: SignedNote, witness: string, line: string): void {
    this.#verdict.cosignatures += 1
    const signature = parseSignature(line)
    const key = this.witnesses.find(
      ({ name, id }) => name === witness && signature?.keyId.equals(id)
    )
    const isTheirs = signature && (!key || key.hasSigned({ text, signatures: [signature] }))
    if (!isTheirs) this.#find(size, `the signature of the witness ${witness} is not theirs`)
  }

  /** What no checkpoint led to. */
  async #checkEnd(): Promise<void> {
    const { rows } = await this.#client.query<{ leaves: number; heads: number; last: number }>(
      `select (select count(*)::int from cell.log_leaves) as leaves, (select count(*)::int from cell.log_heads) as heads,
              (select coalesce(max(size), 0) from cell.log_heads) as last`
    )
    const [{ leaves, heads, last }] = rows
    const { size } = this.#tree
    if (leaves > size) this.#find(leaves, 'the log has leaves that no checkpoint stands for')
    if (heads > this.#verdict.heads)
      this.#find(last, 'the log has heads of sizes that it never had')
    if (last < leaves) this.#find(leaves, 'no head was published for the last leaves')
    if (this.#blocks.length !== Math.floor(leaves / BLOCK))
      this.#find(leaves, 'the log does not have as many subtrees as its leaves make')
  }

  #find(number: number, message: string): void {
    this.#verdict.findings.push({ number, message })
  }
}

function hex(hash: Buffer): string {
  return hash.toString('hex')
}
