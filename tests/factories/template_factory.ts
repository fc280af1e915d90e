import type { Actor } from '#app/audit/actor'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { guessedMapping } from '#app/templates/bulk/column_mapping'
import { Template } from '#app/templates/template'
import type { TemplateInput } from '#app/templates/template_content'
import { Templates } from '#app/templates/templates'
import { OLGA } from './document_factory.js'
import { ANA_ON_EACH, packetUpload } from './packet_factory.js'
import { makePdf } from './pdf_factory.js'

type Making = Parameters<typeof Templates.create>[2]

export const SALE: TemplateInput = {
  title: 'Contract of sale',
  message: 'By Friday, please',
  roles: [
    {
      name: 'Buyer',
      order: 1,
      fields: [{ type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }],
    },
    {
      name: 'Seller',
      order: 2,
      fields: [
        { type: 'signature', page: 1, x: 300, y: 200, width: 180, height: 50 },
        { type: 'text', page: 1, x: 60, y: 300, width: 180, height: 24 },
      ],
    },
  ],
}

export const PEOPLE = [
  { role: 'Buyer', name: 'Ana Buyer', email: 'ana@example.test' },
  { role: 'Seller', name: 'Ben Seller', email: 'ben@example.test' },
]

/** As `SALE` asks for them. */
const COLUMNS = ['Buyer name', 'Buyer email', 'Seller name', 'Seller email']

let upload: Promise<AcceptedPdf> | undefined

/** A template of two roles in the entered scope; the PDF is examined once for all. */
export async function makeTemplate(
  input: Partial<TemplateInput> = {},
  making: Partial<Making> = {}
): Promise<Template> {
  upload ??= makePdf().then((bytes) => AcceptedPdf.accept(bytes, 'contract.pdf'))
  const id = await Templates.create({ ...SALE, ...input }, await upload, { by: OLGA, ...making })
  return (await Template.find(id))!
}

/** A template of three files in the entered scope, with one role that signs each of them. */
export async function makePacketTemplate(): Promise<Template> {
  const roles = [{ name: 'Tenant', fields: ANA_ON_EACH.fields }]
  const input = { title: 'Lease and annexes', roles }
  const id = await Templates.create(input, await packetUpload(), { by: OLGA })
  return (await Template.find(id))!
}

/** A list of people for a template of these roles, which nobody has sent yet. @returns its id */
export function makeBulkSend(
  template: Template,
  { by = OLGA, count = 2, name = 'Ana' }: { by?: Actor; count?: number; name?: string } = {}
): Promise<string> {
  const rows = Array.from({ length: count }, (_, index) => [
    ...[name, `ana${index}@example.test`, name, `ben${index}@example.test`],
  ])
  const mapping = guessedMapping(template, COLUMNS)
  const uploaded = { fileName: `${name}.csv`, columns: COLUMNS, mapping, rows }
  return BulkSends.prepare(template, uploaded, { by })
}
