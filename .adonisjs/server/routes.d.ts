import '@adonisjs/core/types/http'

type ParamValue = string | number | bigint | boolean

export type ScannedRoutes = {
  ALL: {
    'internal.health': { paramsTuple?: []; params?: {} }
    'internal.ready': { paramsTuple?: []; params?: {} }
    'docs.errors': { paramsTuple?: []; params?: {} }
    'api.v1.health': { paramsTuple?: []; params?: {} }
    'api.v1.signatures.send': { paramsTuple?: []; params?: {} }
    'api.v1.documents.store': { paramsTuple?: []; params?: {} }
    'api.v1.documents.index': { paramsTuple?: []; params?: {} }
    'api.v1.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.health': { paramsTuple?: []; params?: {} }
    'api.signatures.send': { paramsTuple?: []; params?: {} }
    'api.documents.store': { paramsTuple?: []; params?: {} }
    'api.documents.index': { paramsTuple?: []; params?: {} }
    'api.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'signing.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.file': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.download': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.opened': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.viewed': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.heartbeat': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.signatures.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.status': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'tracking.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sessions.create': { paramsTuple?: []; params?: {} }
    'dashboard.sessions.store': { paramsTuple?: []; params?: {} }
    'dashboard.sessions.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.home': { paramsTuple?: []; params?: {} }
    'dashboard.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.home': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.mailbox.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.content': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
  }
  GET: {
    'internal.health': { paramsTuple?: []; params?: {} }
    'internal.ready': { paramsTuple?: []; params?: {} }
    'docs.errors': { paramsTuple?: []; params?: {} }
    'api.v1.health': { paramsTuple?: []; params?: {} }
    'api.v1.documents.index': { paramsTuple?: []; params?: {} }
    'api.v1.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.health': { paramsTuple?: []; params?: {} }
    'api.documents.index': { paramsTuple?: []; params?: {} }
    'api.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'signing.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.file': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.download': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.status': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'tracking.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sessions.create': { paramsTuple?: []; params?: {} }
    'dashboard.home': { paramsTuple?: []; params?: {} }
    'dashboard.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.home': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.content': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
  }
  HEAD: {
    'internal.health': { paramsTuple?: []; params?: {} }
    'internal.ready': { paramsTuple?: []; params?: {} }
    'docs.errors': { paramsTuple?: []; params?: {} }
    'api.v1.health': { paramsTuple?: []; params?: {} }
    'api.v1.documents.index': { paramsTuple?: []; params?: {} }
    'api.v1.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.health': { paramsTuple?: []; params?: {} }
    'api.documents.index': { paramsTuple?: []; params?: {} }
    'api.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'signing.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.file': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.download': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.status': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'tracking.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sessions.create': { paramsTuple?: []; params?: {} }
    'dashboard.home': { paramsTuple?: []; params?: {} }
    'dashboard.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.home': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.content': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
  }
  POST: {
    'api.v1.signatures.send': { paramsTuple?: []; params?: {} }
    'api.v1.documents.store': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.signatures.send': { paramsTuple?: []; params?: {} }
    'api.documents.store': { paramsTuple?: []; params?: {} }
    'api.webhooks.store': { paramsTuple?: []; params?: {} }
    'signing.consents.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.opened': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.viewed': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.heartbeat': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.signatures.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sessions.store': { paramsTuple?: []; params?: {} }
    'dashboard.sessions.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
  }
  DELETE: {
    'api.v1.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
  }
}
declare module '@adonisjs/core/types/http' {
  export interface RoutesList extends ScannedRoutes {}
}