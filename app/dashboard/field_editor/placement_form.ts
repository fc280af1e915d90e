import type Document from '#app/documents/document'
import { fieldAsWritten } from '#app/documents/drafts/as_written'
import type { FieldInput } from '#app/documents/drafts/draft_input'
import { groundVersion, placementVersion } from '#app/documents/drafts/draft_version'
import DraftRefused from '#app/documents/errors/draft_refused'
import type { Refusal } from '#app/foundation/refusal'
import type { MultipartForm } from '#app/front_door/bodies/multipart_form'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultIn, refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { fieldFaultOf, inFull, type FieldFault } from '../documents/field_faults.js'
import { placedFields, type PlacedField } from '../documents/placed_fields.js'

/** Where fields were placed; `signer` of a field is the number of one who acts. */
export class PlacementForm {
  error: string | null = null
  readonly fieldFaults: FieldFault[] = []

  private constructor(
    readonly fields: readonly PlacedField[],
    /** Of the fields that this form shows, or was opened with. */
    readonly version: string,
    /** Of the file and the people that they are for. */
    readonly ground: string,
    readonly sent: Readonly<Record<string, string>> = {}
  ) {}

  /** As a draft is stored. */
  static ofDraft(draft: Document): PlacementForm {
    const fields = draft.acting.flatMap((signer, number) =>
      draft.fieldsOf(signer).map((field) => placed(fieldAsWritten(field), number))
    )
    return new PlacementForm(fields, placementVersion(draft), groundVersion(draft))
  }

  /** As it was sent; where no board of ours has sent it, as the draft is stored, with an error that says so. */
  static async of(
    sent: MultipartForm,
    draft: Document,
    { t }: DashboardPhrasebook
  ): Promise<PlacementForm> {
    const values = new Map(sent.fields)
    const fields = await placedFields(values.get('fields') ?? '')
    if (!fields?.every(({ signer }) => signer < draft.acting.length)) {
      const form = PlacementForm.ofDraft(draft)
      form.error = t('field_editor.lost_positions')
      return form
    }
    const [version, ground] = ['version', 'ground'].map((name) => typedText(values.get(name)))
    return new PlacementForm(fields, version, ground, Object.fromEntries(values))
  }

  /** The same fields, over what is stored now. */
  over(draft: Document): PlacementForm {
    return new PlacementForm(this.fields, placementVersion(draft), groundVersion(draft))
  }

  isOnGroundOf(draft: Document): boolean {
    return this.ground === groundVersion(draft)
  }

  /** Of each signer of the draft, also of those who only get a copy. */
  fieldsOf(draft: Document): FieldInput[][] {
    return draft.signers.map((signer) => this.#of(draft.acting.indexOf(signer)).map(withoutSigner))
  }

  /** Says what is wrong, at the field where it is one. */
  blame(refusal: Refusal, draft: Document, phrases: DashboardPhrasebook): void {
    const faults = refusal instanceof DraftRefused ? refusal.faults : []
    for (const fault of faults) {
      const signer = draft.signers[Number(fault.path[1])]
      const ofSigner = signer ? this.#of(draft.acting.indexOf(signer)) : []
      const ofField = fieldFaultOf(fault, this.fields, ofSigner, phrases)
      if (ofField) this.fieldFaults.push(ofField)
      this.error ??= ofField ? inFull(ofField, this.fields, phrases) : faultIn(phrases, fault)
    }
    this.error ??= refusalIn(phrases, refusal)
  }

  #of(number: number): PlacedField[] {
    return this.fields.filter(({ signer }) => signer === number)
  }
}

function placed(field: FieldInput, signer: number): PlacedField {
  return { ...field, signer, unit: 'pt' }
}

function withoutSigner({ signer: _, ...field }: PlacedField): FieldInput {
  return field
}
