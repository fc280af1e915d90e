import { Exception } from '@adonisjs/core/exceptions'
import { Cell } from '#app/tenancy/cell'

/** @throws Exception with a sentence, where somebody mistyped it */
export function cellNamed(name: string): Cell {
  const cell = Cell.all().find((known) => known.name === name)
  if (!cell)
    throw new Exception(`No cell is named ${name}: see CELLS in .env.example`, { status: 404 })
  return cell
}
