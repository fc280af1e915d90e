import { parse } from 'tldts'

/** Of providers that have a domain in many countries. */
const BRANDS = new Set(
  `aol gmx googlemail hotmail outlook protonmail rocketmail yahoo yandex`.split(' ')
)

/** Where everybody may have an address. */
const DOMAINS = new Set(
  `126.com 139.com 163.com 189.cn a1.net abv.bg aim.com alice.it aliyun.com aon.at arcor.de att.net bellsouth.net bezeqint.net
  bigpond.com bk.ru blueyonder.co.uk bluewin.ch bol.com.br btinternet.com btopenworld.com centrum.cz charter.net comcast.net
  cox.net daum.net duck.com earthlink.net email.com email.cz email.de fastmail.com fastmail.fm foxmail.com free.fr freemail.de
  freemail.hu freenet.de frontier.com gmail.com guerrillamail.com hanmail.net hey.com hush.com hushmail.com icloud.com ig.com.br
  inbox.com inbox.lv inbox.ru interia.pl juno.com kolabnow.com kpnmail.nl laposte.net libero.it list.ru live.at live.be live.ca
  live.co.uk live.com live.com.au live.de live.dk live.fr live.ie live.it live.nl live.no live.se lycos.com mac.com mail.bg
  mail.com mail.de mail.ee mail.ru mailbox.org mailfence.com mailinator.com mailo.com me.com msn.com mweb.co.za naver.com
  neuf.fr netzero.net ntlworld.com numericable.fr o2.pl online.de optonline.net optusnet.com.au orange.fr passport.com pm.me
  pobox.com posteo.de posteo.net prodigy.net proton.me protonmail.ch qq.com rambler.ru rediffmail.com riseup.net rogers.com
  runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com skynet.be sky.com sohu.com startmail.com sympatico.ca
  t-online.de talktalk.net telenet.be telus.net terra.com.br tiscali.it tuta.com tuta.io tutamail.com tutanota.com
  tutanota.de uol.com.br verizon.net videotron.ca virgilio.it virgin.net virginmedia.com volny.cz voila.fr wanadoo.fr web.de
  windowslive.com windstream.net wp.pl xs4all.nl xtra.co.nz yeah.net ymail.com zoho.com zohomail.com zonnet.nl`.split(
    /\s+/
  )
)

/** Whether strangers have addresses there, so that nobody's proof of it says anything of them. */
export function isPublicMailDomain(domain: string): boolean {
  const { domain: registered, domainWithoutSuffix } = parse(domain)
  if (registered === null) return false
  return DOMAINS.has(registered) || BRANDS.has(domainWithoutSuffix ?? '')
}
