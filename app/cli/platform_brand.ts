import { readFile } from 'node:fs/promises'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { drawAnew } from '#app/foundation/picture/picture'
import type { PictureShape } from '#app/foundation/picture/picture_shape'
import PictureRefused from '#app/foundation/errors/picture_refused'
import { faultsOf } from '#app/brand/brand_rules'
import { BRAND_KEYS, valuesOf, type BrandKey } from '#app/brand/brand_values'
import { PlatformBrand, type PlatformPictures } from '#app/brand/platform_brand'
import { noteAtConsole } from './_console.js'
import { jsonIn } from './_json_file.js'
import { refusalsAsSentences } from './_refusals.js'

export default class PlatformBrandCommand extends BaseCommand {
  static commandName = 'platform:brand'
  static description =
    'Set the brand that tenants inherit unless they or their reseller set their own'
  static help = [
    `The file is JSON with any of: ${BRAND_KEYS.filter(isValue).join(', ')}.`,
    'Values it omits are unset.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'JSON file with the values' })
  declare file: string

  @flags.string({ description: 'PNG, JPEG, WebP or SVG' })
  declare logo?: string

  @flags.string({ description: 'A square version of the logo: PNG, JPEG, WebP or SVG' })
  declare icon?: string

  async run() {
    const sent = await jsonIn(this.file)
    const unknown = Object.keys(sent).filter((name) => !isValue(name))
    const faults = faultsOf(valuesOf(sent))
    for (const name of unknown) this.logger.error(`${name} is not a brand value`)
    for (const { key, message } of faults) this.logger.error(`${key}: ${message}`)
    if (unknown.length + faults.length > 0) return this.#fail()
    const pictures = await this.#pictures()
    if (!pictures) return this.#fail()
    await PlatformBrand.change(valuesOf(sent), pictures)
    await noteAtConsole('platform.brand_changed', { values: Object.keys(sent) })
    this.logger.success('Changed. Tenants inherit it within seconds.')
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #pictures(): Promise<PlatformPictures | null> {
    try {
      return { logo: await drawn('logo', this.logo), icon: await drawn('icon', this.icon) }
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      this.logger.error(error.message)
      return null
    }
  }

  #fail(): void {
    this.exitCode = 1
  }
}

/** Pictures come as files of their own. */
function isValue(name: string): boolean {
  return BRAND_KEYS.includes(name as BrandKey) && name !== 'logo' && name !== 'icon'
}

async function drawn(shape: PictureShape, file?: string) {
  return file ? drawAnew(await readFile(file), shape) : undefined
}
