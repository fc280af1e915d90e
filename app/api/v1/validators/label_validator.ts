import vine from '@vinejs/vine'
import { LABEL_COLORS } from '#app/documents/labels/label'
import { MAX_LABEL_NAME } from '#app/documents/labels/labels'
import { line } from './rules.js'

const name = () => line(MAX_LABEL_NAME)
const color = () => vine.enum(LABEL_COLORS).optional()

/** POST labels */
export const labelValidator = vine.compile(
  vine.object({
    name: name().meta({ description: 'Unique, whatever its case.' }),
    color: color().meta({ description: 'Of the dot beside the name; `grey` by default.' }),
  })
)

/** PATCH labels/:id: what is missing stays. */
export const labelChangeValidator = vine.compile(
  vine.object({
    name: name().optional().meta({ description: 'Documents keep it under its new name.' }),
    color: color().meta({ description: 'Of the dot beside the name.' }),
  })
)
