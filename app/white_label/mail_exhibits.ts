import type { Language } from '#app/foundation/phrases/languages'
import { sampleMessage } from '#app/notifications/messages/sample_message'
import { senderRoute } from '#app/notifications/servers/sender_route'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import type { Exhibit } from './exhibit.js'

/** How mails look, whom they come from and where they come back to. In the live environment. */
export async function mailExhibits(brand: BrandSnapshot): Promise<Exhibit[]> {
  const { address, returnTo, signedBy } = await senderRoute()
  return [
    ...(await Promise.all(brand.languages.map((language) => sampleIn(language, brand)))),
    { name: 'mail: From, Message-ID', texts: [address] },
    { name: 'mail: Return-Path', texts: [returnTo ?? ''] },
    { name: 'mail: DKIM-Signature', texts: [signedBy?.domainName ?? ''] },
  ]
}

async function sampleIn(language: Language, brand: BrandSnapshot): Promise<Exhibit> {
  return {
    name: `mail: text and look (${language})`,
    texts: [await sampleMessage(brand, language)],
  }
}
