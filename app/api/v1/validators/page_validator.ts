import vine from '@vinejs/vine'
import { page } from './rules.js'

/** Lists that have no conditions. */
export const pageQuery = vine.compile(vine.object(page))
