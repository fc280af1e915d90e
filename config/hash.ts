import { defineConfig, drivers } from '@adonisjs/core/hash'
import { SCRYPT } from '#app/identity/passwords/scrypt'

const hashConfig = defineConfig({
  default: 'scrypt',
  list: { scrypt: drivers.scrypt({ ...SCRYPT, maxMemory: 2 ** 25 }) },
})

export default hashConfig

declare module '@adonisjs/core/types' {
  export interface HashersList extends InferHashers<typeof hashConfig> {}
}
