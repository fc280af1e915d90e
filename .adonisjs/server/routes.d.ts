import '@adonisjs/core/types/http'

type ParamValue = string | number | bigint | boolean

export type ScannedRoutes = {
  ALL: {
    'internal.health': { paramsTuple?: []; params?: {} }
    'internal.tls_ask': { paramsTuple?: []; params?: {} }
    'internal.ready': { paramsTuple?: []; params?: {} }
    'docs.index': { paramsTuple?: []; params?: {} }
    'docs.guide': { paramsTuple: [ParamValue]; params: {'slug': ParamValue} }
    'docs.resource': { paramsTuple: [ParamValue]; params: {'slug': ParamValue} }
    'docs.events': { paramsTuple?: []; params?: {} }
    'docs.errors': { paramsTuple?: []; params?: {} }
    'docs.listen': { paramsTuple?: []; params?: {} }
    'docs.search': { paramsTuple?: []; params?: {} }
    'api.v1.signatures.send': { paramsTuple?: []; params?: {} }
    'api.v1.documents.store': { paramsTuple?: []; params?: {} }
    'api.v1.documents.index': { paramsTuple?: []; params?: {} }
    'api.v1.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.send': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.void': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.remind': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.extend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.rotate_tracking_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.copy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.signers.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.v1.documents.edit_fields': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.signers.embed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.v1.documents.signers.in_person': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.v1.documents.erase': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.files.file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.v1.documents.files.download': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.v1.documents.files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.attachments': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'api.v1.documents.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit.proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.questions.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.questions.answer': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'api.v1.labels.store': { paramsTuple?: []; params?: {} }
    'api.v1.labels.index': { paramsTuple?: []; params?: {} }
    'api.v1.labels.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.labels.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.store': { paramsTuple?: []; params?: {} }
    'api.v1.templates.index': { paramsTuple?: []; params?: {} }
    'api.v1.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.restore': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.documents.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'api.v1.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.rows': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.cancel': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.index': { paramsTuple?: []; params?: {} }
    'api.v1.forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.open': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.close': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.rotate_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.test': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.rotate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.activate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.events.index': { paramsTuple?: []; params?: {} }
    'api.v1.events.types': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.deliveries': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.deliveries.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.deliveries.replay': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.keys.current.show': { paramsTuple?: []; params?: {} }
    'api.v1.keys.current.destroy': { paramsTuple?: []; params?: {} }
    'api.v1.security.events': { paramsTuple?: []; params?: {} }
    'api.v1.analytics.show': { paramsTuple?: []; params?: {} }
    'api.v1.usage.show': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.store': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.index': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.totals': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.suspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.handover': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.release': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.usage': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.verify': { paramsTuple?: []; params?: {} }
    'api.v1.test.clock.show': { paramsTuple?: []; params?: {} }
    'api.v1.test.clock.advance': { paramsTuple?: []; params?: {} }
    'api.v1.test.reset': { paramsTuple?: []; params?: {} }
    'api.v1.health': { paramsTuple?: []; params?: {} }
    'api.v1.openapi': { paramsTuple?: []; params?: {} }
    'api.signatures.send': { paramsTuple?: []; params?: {} }
    'api.documents.store': { paramsTuple?: []; params?: {} }
    'api.documents.index': { paramsTuple?: []; params?: {} }
    'api.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.send': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.void': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.remind': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.extend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.rotate_tracking_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.copy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.signers.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.documents.edit_fields': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.signers.embed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.documents.signers.in_person': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.documents.erase': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.files.file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.documents.files.download': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.documents.files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.attachments': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'api.documents.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit.proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.questions.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.questions.answer': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'api.labels.store': { paramsTuple?: []; params?: {} }
    'api.labels.index': { paramsTuple?: []; params?: {} }
    'api.labels.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.labels.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.store': { paramsTuple?: []; params?: {} }
    'api.templates.index': { paramsTuple?: []; params?: {} }
    'api.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.restore': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.documents.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'api.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.rows': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.cancel': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.index': { paramsTuple?: []; params?: {} }
    'api.forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.open': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.close': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.rotate_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.test': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.rotate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.activate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.events.index': { paramsTuple?: []; params?: {} }
    'api.events.types': { paramsTuple?: []; params?: {} }
    'api.webhooks.deliveries': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.deliveries.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.deliveries.replay': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.keys.current.show': { paramsTuple?: []; params?: {} }
    'api.keys.current.destroy': { paramsTuple?: []; params?: {} }
    'api.security.events': { paramsTuple?: []; params?: {} }
    'api.analytics.show': { paramsTuple?: []; params?: {} }
    'api.usage.show': { paramsTuple?: []; params?: {} }
    'api.tenants.store': { paramsTuple?: []; params?: {} }
    'api.tenants.index': { paramsTuple?: []; params?: {} }
    'api.tenants.totals': { paramsTuple?: []; params?: {} }
    'api.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.suspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.handover': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.release': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.usage': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.verify': { paramsTuple?: []; params?: {} }
    'api.test.clock.show': { paramsTuple?: []; params?: {} }
    'api.test.clock.advance': { paramsTuple?: []; params?: {} }
    'api.test.reset': { paramsTuple?: []; params?: {} }
    'api.health': { paramsTuple?: []; params?: {} }
    'api.openapi': { paramsTuple?: []; params?: {} }
    'signing.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.access_codes.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.access_codes.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.code_requests.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.code_requests.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.identities.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.identities.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.delegations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.delegations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.withdrawals.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.withdrawals.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.questions.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.questions.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.file': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.copy': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.page': { paramsTuple: [ParamValue,ParamValue]; params: {'token': ParamValue,'page': ParamValue} }
    'signing.download': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.files': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.opened': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.viewed': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.heartbeat': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.drafts.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.drafts.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.attachments.store': { paramsTuple: [ParamValue,ParamValue]; params: {'token': ParamValue,'field': ParamValue} }
    'signing.signatures.prepare': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.signatures.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.status': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.languages.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.languages.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.reports.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.reports.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'embeddings.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'in_person_pages.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'frame_element.show': { paramsTuple?: []; params?: {} }
    'forms.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'forms.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'confirmations.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'confirmations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'identity_returns.show': { paramsTuple?: []; params?: {} }
    'tracking.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'status': { paramsTuple?: []; params?: {} }
    'verifications.show': { paramsTuple?: []; params?: {} }
    'verifications.store': { paramsTuple?: []; params?: {} }
    'verifications.offline': { paramsTuple?: []; params?: {} }
    'revokedScripts': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'sealRoots': { paramsTuple?: []; params?: {} }
    'revocationLists': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'revocationAnswers.show': { paramsTuple: [ParamValue]; params: {'request': ParamValue} }
    'revocationAnswers.store': { paramsTuple?: []; params?: {} }
    'scim.config': { paramsTuple?: []; params?: {} }
    'scim.types': { paramsTuple?: []; params?: {} }
    'scim.type': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.schemas': { paramsTuple?: []; params?: {} }
    'scim.schema': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.index': { paramsTuple?: []; params?: {} }
    'scim.users.store': { paramsTuple?: []; params?: {} }
    'scim.users.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.replace': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.index': { paramsTuple?: []; params?: {} }
    'scim.groups.store': { paramsTuple?: []; params?: {} }
    'scim.groups.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.replace': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'dashboard.sessions.create': { paramsTuple?: []; params?: {} }
    'dashboard.sessions.store': { paramsTuple?: []; params?: {} }
    'dashboard.codes.create': { paramsTuple?: []; params?: {} }
    'dashboard.codes.store': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.log_in.create': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.log_in.store': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.factor.create': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.factor.store': { paramsTuple?: []; params?: {} }
    'dashboard.emergencies.create': { paramsTuple?: []; params?: {} }
    'dashboard.emergencies.store': { paramsTuple?: []; params?: {} }
    'dashboard.sessions.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.sso.create': { paramsTuple?: []; params?: {} }
    'dashboard.sso.show': { paramsTuple?: []; params?: {} }
    'dashboard.sso.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.support.entries.show': { paramsTuple: [ParamValue]; params: {'code': ParamValue} }
    'dashboard.arrivals.create': { paramsTuple?: []; params?: {} }
    'dashboard.departures.create': { paramsTuple?: []; params?: {} }
    'dashboard.departures.store': { paramsTuple?: []; params?: {} }
    'dashboard.arrivals.store': { paramsTuple?: []; params?: {} }
    'dashboard.sso.metadata': { paramsTuple?: []; params?: {} }
    'dashboard.sso.store': { paramsTuple?: []; params?: {} }
    'dashboard.sso.slo': { paramsTuple?: []; params?: {} }
    'dashboard.sso.slo_form': { paramsTuple?: []; params?: {} }
    'dashboard.unsubscriptions.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.unsubscriptions.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.openings.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.edit': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.update': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.files.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.cancellations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.forgotten.create': { paramsTuple?: []; params?: {} }
    'dashboard.forgotten.store': { paramsTuple?: []; params?: {} }
    'dashboard.welcome.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.welcome.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.reset.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.reset.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.confirmations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.confirmations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.refusals.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.refusals.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.restorations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.restorations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.show': { paramsTuple?: []; params?: {} }
    'dashboard.sso_setup.provider': { paramsTuple?: []; params?: {} }
    'dashboard.sso_setup.test': { paramsTuple?: []; params?: {} }
    'dashboard.sso_setup.attempt': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.home': { paramsTuple?: []; params?: {} }
    'dashboard.home.show': { paramsTuple?: []; params?: {} }
    'dashboard.own_reminders.store': { paramsTuple: [ParamValue]; params: {'signer': ParamValue} }
    'dashboard.document_erasures.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.document_erasures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.labels.index': { paramsTuple?: []; params?: {} }
    'dashboard.labels.store': { paramsTuple?: []; params?: {} }
    'dashboard.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.label_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.label_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.document_labels.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.document_labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_actions.create': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_actions.store': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_actions.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_action_stops.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.list_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.archives.show': { paramsTuple?: []; params?: {} }
    'dashboard.archives.evidence': { paramsTuple?: []; params?: {} }
    'dashboard.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.selections.store': { paramsTuple?: []; params?: {} }
    'dashboard.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.attachment': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'dashboard.seals.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.packet_files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.packet_files.original': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.packet_files.sealed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.seals.of_file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.documents.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.audit_csv': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.log_proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.audit_pdf': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.drafts.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.drafts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_files.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_files.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.autosaves.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.autosaves.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_states.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_states.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.previews.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.previews.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminders.store_one': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.reminder_plans.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminder_plans.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.extensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.extensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.answers.create': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.answers.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.own_signatures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tracking_links.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.hand_overs.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.corrections.edit': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.corrections.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.identities.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.templates.index': { paramsTuple?: []; params?: {} }
    'dashboard.templates.create': { paramsTuple?: []; params?: {} }
    'dashboard.templates.store': { paramsTuple?: []; params?: {} }
    'dashboard.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.templates.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.uses.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.uses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_edits.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_edits.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.archives.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.archives.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_reminders.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_reminders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.rotate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_teams.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_teams.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_copies.of_document': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_files.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_files.sample': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_columns.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_runs.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_runs.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_runs.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_cancellations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_cancellations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.analytics.show': { paramsTuple?: []; params?: {} }
    'dashboard.analytics_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.sharing.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sharing.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sharing.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grantee': ParamValue} }
    'dashboard.holders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.updates.show': { paramsTuple?: []; params?: {} }
    'dashboard.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.keys.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.rotations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.rotations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.secrets.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.secrets.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.activations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.pauses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.many_replays.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.many_replays.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.signature_checks.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.integrations.index': { paramsTuple?: []; params?: {} }
    'dashboard.integrations.create': { paramsTuple?: []; params?: {} }
    'dashboard.integrations.store': { paramsTuple?: []; params?: {} }
    'dashboard.cuts.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.cuts.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.embed_origins.index': { paramsTuple?: []; params?: {} }
    'dashboard.embed_origins.store': { paramsTuple?: []; params?: {} }
    'dashboard.embed_origins.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.index': { paramsTuple?: []; params?: {} }
    'dashboard.contact_matches.index': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.turn': { paramsTuple?: []; params?: {} }
    'dashboard.contact_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.contact_removals.store_all': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.contact_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.views.index': { paramsTuple?: []; params?: {} }
    'dashboard.views.create': { paramsTuple?: []; params?: {} }
    'dashboard.views.store': { paramsTuple?: []; params?: {} }
    'dashboard.views.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.view_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.first_steps.update': { paramsTuple?: []; params?: {} }
    'dashboard.samples.store': { paramsTuple?: []; params?: {} }
    'dashboard.account.show': { paramsTuple?: []; params?: {} }
    'dashboard.names.update': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.resend': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.mails.update': { paramsTuple?: []; params?: {} }
    'dashboard.passwords.update': { paramsTuple?: []; params?: {} }
    'dashboard.regions.update': { paramsTuple?: []; params?: {} }
    'dashboard.session_ends.store': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.edit': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.update': { paramsTuple?: []; params?: {} }
    'dashboard.own_mails.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.checklist.show': { paramsTuple?: []; params?: {} }
    'dashboard.live_copies.store': { paramsTuple?: []; params?: {} }
    'dashboard.notices.index': { paramsTuple?: []; params?: {} }
    'dashboard.members.index': { paramsTuple?: []; params?: {} }
    'dashboard.members.invitations.create': { paramsTuple?: []; params?: {} }
    'dashboard.members.invitations.store': { paramsTuple?: []; params?: {} }
    'dashboard.members.roles.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.access.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.access.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.documents.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.documents.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.invitations.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.ownerships.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.ownerships.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.lost_factors.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.factor_policy.show': { paramsTuple?: []; params?: {} }
    'dashboard.factor_policy.store': { paramsTuple?: []; params?: {} }
    'dashboard.factor_policy.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.teams.index': { paramsTuple?: []; params?: {} }
    'dashboard.teams.store': { paramsTuple?: []; params?: {} }
    'dashboard.teams.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.members.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.members.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'user': ParamValue} }
    'dashboard.teams.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.single_sign_on.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.host.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domains.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domains.check': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.rules.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.members.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attempts.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attempts.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.single_sign_on.tests.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.metadata_urls.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider_fields.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.destroy': { paramsTuple: [ParamValue]; params: {'sha256': ParamValue} }
    'dashboard.single_sign_on.own_keys.store': { paramsTuple: [ParamValue]; params: {'step': ParamValue} }
    'dashboard.single_sign_on.domains.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domains.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domain_owners.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.rules.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.members.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.host.update': { paramsTuple?: []; params?: {} }
    'dashboard.directory.show': { paramsTuple?: []; params?: {} }
    'dashboard.directory.tokens.store': { paramsTuple?: []; params?: {} }
    'dashboard.directory.tokens.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.directory.groups.update': { paramsTuple?: []; params?: {} }
    'dashboard.usage.show': { paramsTuple?: []; params?: {} }
    'dashboard.plan_requests.create': { paramsTuple: [ParamValue]; params: {'plan': ParamValue} }
    'dashboard.plan_requests.store': { paramsTuple: [ParamValue]; params: {'plan': ParamValue} }
    'dashboard.plan_requests.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.data.show': { paramsTuple?: []; params?: {} }
    'dashboard.holds.store': { paramsTuple?: []; params?: {} }
    'dashboard.data.update': { paramsTuple?: []; params?: {} }
    'dashboard.holds.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.people.show': { paramsTuple?: []; params?: {} }
    'dashboard.people.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.help.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand.store': { paramsTuple?: []; params?: {} }
    'dashboard.brand_previews.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand_previews.store': { paramsTuple?: []; params?: {} }
    'dashboard.brand_colors.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand_pictures.store': { paramsTuple?: []; params?: {} }
    'dashboard.brand_restorations.store': { paramsTuple: [ParamValue]; params: {'version': ParamValue} }
    'dashboard.domains.index': { paramsTuple?: []; params?: {} }
    'dashboard.domains.create': { paramsTuple?: []; params?: {} }
    'dashboard.domains.store': { paramsTuple?: []; params?: {} }
    'dashboard.domains.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domains.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domains.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_checks.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sender.show': { paramsTuple?: []; params?: {} }
    'dashboard.sender.update': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.show': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.edit': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.store': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.check': { paramsTuple?: []; params?: {} }
    'dashboard.rotations.create': { paramsTuple?: []; params?: {} }
    'dashboard.rotations.store': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain_removals.store': { paramsTuple?: []; params?: {} }
    'dashboard.sender_server.edit': { paramsTuple?: []; params?: {} }
    'dashboard.sender_server.update': { paramsTuple?: []; params?: {} }
    'dashboard.server_tests.store': { paramsTuple?: []; params?: {} }
    'dashboard.server_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.server_removals.store': { paramsTuple?: []; params?: {} }
    'dashboard.suppressions.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.seal.show': { paramsTuple?: []; params?: {} }
    'dashboard.certificate_files.create': { paramsTuple?: []; params?: {} }
    'dashboard.certificate_files.store': { paramsTuple?: []; params?: {} }
    'dashboard.provider_connections.create': { paramsTuple?: []; params?: {} }
    'dashboard.provider_connections.store': { paramsTuple?: []; params?: {} }
    'dashboard.provider_returns.show': { paramsTuple?: []; params?: {} }
    'dashboard.providers.store': { paramsTuple?: []; params?: {} }
    'dashboard.seal.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.security.index': { paramsTuple?: []; params?: {} }
    'dashboard.security.files.show': { paramsTuple?: []; params?: {} }
    'dashboard.support.ends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.index': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.create': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.store': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.prices.show': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.prices.update': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.usage': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.requests.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'request': ParamValue} }
    'dashboard.tenants.handovers.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.handovers.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.releases.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.releases.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.handover.show': { paramsTuple?: []; params?: {} }
    'dashboard.handover.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.create': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.store': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.options': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.show': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.store': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.edit': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.update': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.ask_removal': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.renew': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.index': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.create': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.store': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.passkeys.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.passkeys.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.home': { paramsTuple?: []; params?: {} }
    'dashboard.test.home.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.own_reminders.store': { paramsTuple: [ParamValue]; params: {'signer': ParamValue} }
    'dashboard.test.document_erasures.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.document_erasures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.labels.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.labels.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.label_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.label_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.document_labels.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.document_labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_actions.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_actions.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_actions.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_action_stops.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.list_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.archives.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.archives.evidence': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.selections.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.attachment': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'dashboard.test.seals.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.packet_files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.packet_files.original': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.packet_files.sealed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.seals.of_file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.documents.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.audit_csv': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.log_proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.audit_pdf': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.drafts.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.drafts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_files.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_files.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.autosaves.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.autosaves.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_states.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_states.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.previews.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.previews.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminders.store_one': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.reminder_plans.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminder_plans.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.extensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.extensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.answers.create': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.test.answers.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.test.own_signatures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.tracking_links.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.hand_overs.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.corrections.edit': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.corrections.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.identities.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.templates.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.templates.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.uses.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.uses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_edits.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_edits.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.archives.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.archives.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_reminders.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_reminders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.rotate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_teams.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_teams.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_copies.of_document': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_files.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_files.sample': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_columns.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_runs.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_runs.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_runs.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_cancellations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_cancellations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.analytics.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.analytics_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.sharing.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sharing.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sharing.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grantee': ParamValue} }
    'dashboard.test.holders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.updates.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.rotations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.rotations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.secrets.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.secrets.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.activations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.pauses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.many_replays.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.many_replays.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.signature_checks.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.integrations.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.integrations.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.integrations.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.cuts.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.cuts.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.embed_origins.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.embed_origins.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.embed_origins.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_matches.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.turn': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_removals.store_all': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.contact_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.views.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.view_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.content': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.clock.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.clock.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.resets.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.resets.store': { paramsTuple?: []; params?: {} }
    'assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
    'brand.picture': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'brand.icon': { paramsTuple?: []; params?: {} }
    'brand.manifest': { paramsTuple?: []; params?: {} }
    'platform.internal.health': { paramsTuple?: []; params?: {} }
    'platform.internal.tls_ask': { paramsTuple?: []; params?: {} }
    'platform.internal.ready': { paramsTuple?: []; params?: {} }
    'platform.sessions.create': { paramsTuple?: []; params?: {} }
    'platform.sessions.store': { paramsTuple?: []; params?: {} }
    'platform.sessions.destroy': { paramsTuple?: []; params?: {} }
    'platform.invitations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'platform.invitations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'platform.securityTxt': { paramsTuple?: []; params?: {} }
    'platform.codes.create': { paramsTuple?: []; params?: {} }
    'platform.codes.store': { paramsTuple?: []; params?: {} }
    'platform.enrolments.create': { paramsTuple?: []; params?: {} }
    'platform.enrolments.store': { paramsTuple?: []; params?: {} }
    'platform.overview.show': { paramsTuple?: []; params?: {} }
    'platform.tenants.index': { paramsTuple?: []; params?: {} }
    'platform.tenants.create': { paramsTuple?: []; params?: {} }
    'platform.tenants.store': { paramsTuple?: []; params?: {} }
    'platform.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.suspensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.suspensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.suspensions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planChanges.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planChanges.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.grants.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.grants.askEnd': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grant': ParamValue} }
    'platform.grants.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grant': ParamValue} }
    'platform.caps.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.support.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.support.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.plans.index': { paramsTuple?: []; params?: {} }
    'platform.planRequests.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planRequests.grant': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planRequests.decline': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.stuck.index': { paramsTuple?: []; params?: {} }
    'platform.stuck.retry': { paramsTuple?: []; params?: {} }
    'platform.reports.index': { paramsTuple?: []; params?: {} }
    'platform.reports.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.reports.dismiss': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.reports.askTakeDown': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.reports.takeDown': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.health.index': { paramsTuple?: []; params?: {} }
    'platform.incidents.index': { paramsTuple?: []; params?: {} }
    'platform.incidents.create': { paramsTuple?: []; params?: {} }
    'platform.incidents.store': { paramsTuple?: []; params?: {} }
    'platform.incidents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.incidentUpdates.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.trail.index': { paramsTuple?: []; params?: {} }
    'platform.operators.index': { paramsTuple?: []; params?: {} }
    'platform.plans.edit': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.plans.preview': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.plans.update': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.removals.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.store': { paramsTuple?: []; params?: {} }
    'platform.operators.askRenewal': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.renew': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.askDisable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.disable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.enable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.settings.edit': { paramsTuple?: []; params?: {} }
    'platform.settings.update': { paramsTuple?: []; params?: {} }
    'platform.verifications.show': { paramsTuple?: []; params?: {} }
    'platform.verifications.store': { paramsTuple?: []; params?: {} }
    'platform.verifications.offline': { paramsTuple?: []; params?: {} }
    'platform.revokedScripts': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.sealRoots': { paramsTuple?: []; params?: {} }
    'platform.revocationLists': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.revocationAnswers.show': { paramsTuple: [ParamValue]; params: {'request': ParamValue} }
    'platform.revocationAnswers.store': { paramsTuple?: []; params?: {} }
    'platform.logs.index': { paramsTuple?: []; params?: {} }
    'platform.logs.head': { paramsTuple: [ParamValue]; params: {'cell': ParamValue} }
    'platform.logs.tile': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'cell': ParamValue,'*': ParamValue[]} }
    'platform.assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
    'platform.brand.picture': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.brand.icon': { paramsTuple?: []; params?: {} }
    'platform.brand.manifest': { paramsTuple?: []; params?: {} }
  }
  GET: {
    'internal.health': { paramsTuple?: []; params?: {} }
    'internal.tls_ask': { paramsTuple?: []; params?: {} }
    'internal.ready': { paramsTuple?: []; params?: {} }
    'docs.index': { paramsTuple?: []; params?: {} }
    'docs.guide': { paramsTuple: [ParamValue]; params: {'slug': ParamValue} }
    'docs.resource': { paramsTuple: [ParamValue]; params: {'slug': ParamValue} }
    'docs.events': { paramsTuple?: []; params?: {} }
    'docs.errors': { paramsTuple?: []; params?: {} }
    'docs.listen': { paramsTuple?: []; params?: {} }
    'docs.search': { paramsTuple?: []; params?: {} }
    'api.v1.documents.index': { paramsTuple?: []; params?: {} }
    'api.v1.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.files.file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.v1.documents.files.download': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.v1.documents.files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.attachments': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'api.v1.documents.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit.proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.questions.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.labels.index': { paramsTuple?: []; params?: {} }
    'api.v1.labels.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.index': { paramsTuple?: []; params?: {} }
    'api.v1.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'api.v1.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.rows': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.index': { paramsTuple?: []; params?: {} }
    'api.v1.forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.events.index': { paramsTuple?: []; params?: {} }
    'api.v1.events.types': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.deliveries': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.deliveries.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.keys.current.show': { paramsTuple?: []; params?: {} }
    'api.v1.security.events': { paramsTuple?: []; params?: {} }
    'api.v1.analytics.show': { paramsTuple?: []; params?: {} }
    'api.v1.usage.show': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.index': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.totals': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.usage': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.test.clock.show': { paramsTuple?: []; params?: {} }
    'api.v1.health': { paramsTuple?: []; params?: {} }
    'api.v1.openapi': { paramsTuple?: []; params?: {} }
    'api.documents.index': { paramsTuple?: []; params?: {} }
    'api.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.files.file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.documents.files.download': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.documents.files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.attachments': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'api.documents.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit.proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.questions.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.labels.index': { paramsTuple?: []; params?: {} }
    'api.labels.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.index': { paramsTuple?: []; params?: {} }
    'api.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'api.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.rows': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.index': { paramsTuple?: []; params?: {} }
    'api.forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.events.index': { paramsTuple?: []; params?: {} }
    'api.events.types': { paramsTuple?: []; params?: {} }
    'api.webhooks.deliveries': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.deliveries.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.keys.current.show': { paramsTuple?: []; params?: {} }
    'api.security.events': { paramsTuple?: []; params?: {} }
    'api.analytics.show': { paramsTuple?: []; params?: {} }
    'api.usage.show': { paramsTuple?: []; params?: {} }
    'api.tenants.index': { paramsTuple?: []; params?: {} }
    'api.tenants.totals': { paramsTuple?: []; params?: {} }
    'api.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.usage': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.test.clock.show': { paramsTuple?: []; params?: {} }
    'api.health': { paramsTuple?: []; params?: {} }
    'api.openapi': { paramsTuple?: []; params?: {} }
    'signing.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.access_codes.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.code_requests.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.identities.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.delegations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.withdrawals.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.questions.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.file': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.copy': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.page': { paramsTuple: [ParamValue,ParamValue]; params: {'token': ParamValue,'page': ParamValue} }
    'signing.download': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.files': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.drafts.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.status': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.languages.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.reports.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'embeddings.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'in_person_pages.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'frame_element.show': { paramsTuple?: []; params?: {} }
    'forms.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'confirmations.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'identity_returns.show': { paramsTuple?: []; params?: {} }
    'tracking.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'status': { paramsTuple?: []; params?: {} }
    'verifications.show': { paramsTuple?: []; params?: {} }
    'verifications.offline': { paramsTuple?: []; params?: {} }
    'revokedScripts': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'sealRoots': { paramsTuple?: []; params?: {} }
    'revocationLists': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'revocationAnswers.show': { paramsTuple: [ParamValue]; params: {'request': ParamValue} }
    'scim.config': { paramsTuple?: []; params?: {} }
    'scim.types': { paramsTuple?: []; params?: {} }
    'scim.type': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.schemas': { paramsTuple?: []; params?: {} }
    'scim.schema': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.index': { paramsTuple?: []; params?: {} }
    'scim.users.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.index': { paramsTuple?: []; params?: {} }
    'scim.groups.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'dashboard.sessions.create': { paramsTuple?: []; params?: {} }
    'dashboard.codes.create': { paramsTuple?: []; params?: {} }
    'dashboard.emergencies.create': { paramsTuple?: []; params?: {} }
    'dashboard.sso.create': { paramsTuple?: []; params?: {} }
    'dashboard.sso.show': { paramsTuple?: []; params?: {} }
    'dashboard.support.entries.show': { paramsTuple: [ParamValue]; params: {'code': ParamValue} }
    'dashboard.arrivals.create': { paramsTuple?: []; params?: {} }
    'dashboard.departures.create': { paramsTuple?: []; params?: {} }
    'dashboard.arrivals.store': { paramsTuple?: []; params?: {} }
    'dashboard.sso.metadata': { paramsTuple?: []; params?: {} }
    'dashboard.sso.slo': { paramsTuple?: []; params?: {} }
    'dashboard.unsubscriptions.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.openings.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.edit': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.files.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.forgotten.create': { paramsTuple?: []; params?: {} }
    'dashboard.welcome.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.reset.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.confirmations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.refusals.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.restorations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.show': { paramsTuple?: []; params?: {} }
    'dashboard.sso_setup.attempt': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.home': { paramsTuple?: []; params?: {} }
    'dashboard.home.show': { paramsTuple?: []; params?: {} }
    'dashboard.document_erasures.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.labels.index': { paramsTuple?: []; params?: {} }
    'dashboard.label_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.document_labels.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_actions.create': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_actions.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.list_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.archives.show': { paramsTuple?: []; params?: {} }
    'dashboard.archives.evidence': { paramsTuple?: []; params?: {} }
    'dashboard.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.attachment': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'dashboard.seals.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.packet_files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.packet_files.original': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.packet_files.sealed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.seals.of_file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.documents.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.audit_csv': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.log_proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.audit_pdf': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.drafts.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_files.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.autosaves.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_states.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.previews.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.previews.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminder_plans.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.extensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.answers.create': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.corrections.edit': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.identities.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.templates.index': { paramsTuple?: []; params?: {} }
    'dashboard.templates.create': { paramsTuple?: []; params?: {} }
    'dashboard.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.templates.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.uses.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_edits.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_reminders.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_teams.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_files.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_files.sample': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_cancellations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.analytics.show': { paramsTuple?: []; params?: {} }
    'dashboard.analytics_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.sharing.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.updates.show': { paramsTuple?: []; params?: {} }
    'dashboard.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.keys.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.rotations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.secrets.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.many_replays.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.integrations.index': { paramsTuple?: []; params?: {} }
    'dashboard.integrations.create': { paramsTuple?: []; params?: {} }
    'dashboard.cuts.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.embed_origins.index': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.index': { paramsTuple?: []; params?: {} }
    'dashboard.contact_matches.index': { paramsTuple?: []; params?: {} }
    'dashboard.contact_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.views.index': { paramsTuple?: []; params?: {} }
    'dashboard.views.create': { paramsTuple?: []; params?: {} }
    'dashboard.account.show': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.edit': { paramsTuple?: []; params?: {} }
    'dashboard.checklist.show': { paramsTuple?: []; params?: {} }
    'dashboard.notices.index': { paramsTuple?: []; params?: {} }
    'dashboard.members.index': { paramsTuple?: []; params?: {} }
    'dashboard.members.invitations.create': { paramsTuple?: []; params?: {} }
    'dashboard.members.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.documents.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.ownerships.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.factor_policy.show': { paramsTuple?: []; params?: {} }
    'dashboard.teams.index': { paramsTuple?: []; params?: {} }
    'dashboard.teams.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.single_sign_on.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.host.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domains.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.rules.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.members.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attempts.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attempts.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.directory.show': { paramsTuple?: []; params?: {} }
    'dashboard.usage.show': { paramsTuple?: []; params?: {} }
    'dashboard.plan_requests.create': { paramsTuple: [ParamValue]; params: {'plan': ParamValue} }
    'dashboard.data.show': { paramsTuple?: []; params?: {} }
    'dashboard.people.show': { paramsTuple?: []; params?: {} }
    'dashboard.help.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand_previews.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand_colors.show': { paramsTuple?: []; params?: {} }
    'dashboard.domains.index': { paramsTuple?: []; params?: {} }
    'dashboard.domains.create': { paramsTuple?: []; params?: {} }
    'dashboard.domains.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domains.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sender.show': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.show': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.edit': { paramsTuple?: []; params?: {} }
    'dashboard.rotations.create': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.sender_server.edit': { paramsTuple?: []; params?: {} }
    'dashboard.server_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.seal.show': { paramsTuple?: []; params?: {} }
    'dashboard.certificate_files.create': { paramsTuple?: []; params?: {} }
    'dashboard.provider_connections.create': { paramsTuple?: []; params?: {} }
    'dashboard.provider_returns.show': { paramsTuple?: []; params?: {} }
    'dashboard.security.index': { paramsTuple?: []; params?: {} }
    'dashboard.security.files.show': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.index': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.create': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.prices.show': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.usage': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.handovers.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.releases.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.handover.show': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.create': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.show': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.edit': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.ask_removal': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.index': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.home': { paramsTuple?: []; params?: {} }
    'dashboard.test.home.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.document_erasures.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.labels.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.label_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.document_labels.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_actions.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_actions.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.list_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.archives.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.archives.evidence': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.attachment': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'dashboard.test.seals.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.packet_files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.packet_files.original': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.packet_files.sealed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.seals.of_file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.documents.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.audit_csv': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.log_proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.audit_pdf': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.drafts.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_files.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.autosaves.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_states.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.previews.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.previews.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminder_plans.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.extensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.answers.create': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.test.corrections.edit': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.identities.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.templates.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.templates.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.uses.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_edits.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_reminders.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_teams.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_files.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_files.sample': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_cancellations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.analytics.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.analytics_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.sharing.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.updates.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.rotations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.secrets.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.many_replays.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.integrations.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.integrations.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.cuts.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.embed_origins.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_matches.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.content': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.clock.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.resets.create': { paramsTuple?: []; params?: {} }
    'assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
    'brand.picture': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'brand.icon': { paramsTuple?: []; params?: {} }
    'brand.manifest': { paramsTuple?: []; params?: {} }
    'platform.internal.health': { paramsTuple?: []; params?: {} }
    'platform.internal.tls_ask': { paramsTuple?: []; params?: {} }
    'platform.internal.ready': { paramsTuple?: []; params?: {} }
    'platform.sessions.create': { paramsTuple?: []; params?: {} }
    'platform.invitations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'platform.securityTxt': { paramsTuple?: []; params?: {} }
    'platform.codes.create': { paramsTuple?: []; params?: {} }
    'platform.enrolments.create': { paramsTuple?: []; params?: {} }
    'platform.overview.show': { paramsTuple?: []; params?: {} }
    'platform.tenants.index': { paramsTuple?: []; params?: {} }
    'platform.tenants.create': { paramsTuple?: []; params?: {} }
    'platform.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.suspensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planChanges.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.grants.askEnd': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grant': ParamValue} }
    'platform.support.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.plans.index': { paramsTuple?: []; params?: {} }
    'platform.planRequests.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.stuck.index': { paramsTuple?: []; params?: {} }
    'platform.reports.index': { paramsTuple?: []; params?: {} }
    'platform.reports.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.reports.askTakeDown': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.health.index': { paramsTuple?: []; params?: {} }
    'platform.incidents.index': { paramsTuple?: []; params?: {} }
    'platform.incidents.create': { paramsTuple?: []; params?: {} }
    'platform.incidents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.trail.index': { paramsTuple?: []; params?: {} }
    'platform.operators.index': { paramsTuple?: []; params?: {} }
    'platform.plans.edit': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.askRenewal': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.askDisable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.settings.edit': { paramsTuple?: []; params?: {} }
    'platform.verifications.show': { paramsTuple?: []; params?: {} }
    'platform.verifications.offline': { paramsTuple?: []; params?: {} }
    'platform.revokedScripts': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.sealRoots': { paramsTuple?: []; params?: {} }
    'platform.revocationLists': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.revocationAnswers.show': { paramsTuple: [ParamValue]; params: {'request': ParamValue} }
    'platform.logs.index': { paramsTuple?: []; params?: {} }
    'platform.logs.head': { paramsTuple: [ParamValue]; params: {'cell': ParamValue} }
    'platform.logs.tile': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'cell': ParamValue,'*': ParamValue[]} }
    'platform.assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
    'platform.brand.picture': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.brand.icon': { paramsTuple?: []; params?: {} }
    'platform.brand.manifest': { paramsTuple?: []; params?: {} }
  }
  HEAD: {
    'internal.health': { paramsTuple?: []; params?: {} }
    'internal.tls_ask': { paramsTuple?: []; params?: {} }
    'internal.ready': { paramsTuple?: []; params?: {} }
    'docs.index': { paramsTuple?: []; params?: {} }
    'docs.guide': { paramsTuple: [ParamValue]; params: {'slug': ParamValue} }
    'docs.resource': { paramsTuple: [ParamValue]; params: {'slug': ParamValue} }
    'docs.events': { paramsTuple?: []; params?: {} }
    'docs.errors': { paramsTuple?: []; params?: {} }
    'docs.listen': { paramsTuple?: []; params?: {} }
    'docs.search': { paramsTuple?: []; params?: {} }
    'api.v1.documents.index': { paramsTuple?: []; params?: {} }
    'api.v1.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.files.file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.v1.documents.files.download': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.v1.documents.files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.attachments': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'api.v1.documents.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.audit.proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.questions.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.labels.index': { paramsTuple?: []; params?: {} }
    'api.v1.labels.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.index': { paramsTuple?: []; params?: {} }
    'api.v1.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'api.v1.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.rows': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.index': { paramsTuple?: []; params?: {} }
    'api.v1.forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.events.index': { paramsTuple?: []; params?: {} }
    'api.v1.events.types': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.deliveries': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.deliveries.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.keys.current.show': { paramsTuple?: []; params?: {} }
    'api.v1.security.events': { paramsTuple?: []; params?: {} }
    'api.v1.analytics.show': { paramsTuple?: []; params?: {} }
    'api.v1.usage.show': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.index': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.totals': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.usage': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.test.clock.show': { paramsTuple?: []; params?: {} }
    'api.v1.health': { paramsTuple?: []; params?: {} }
    'api.v1.openapi': { paramsTuple?: []; params?: {} }
    'api.documents.index': { paramsTuple?: []; params?: {} }
    'api.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.download': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.files.file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.documents.files.download': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'api.documents.files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.attachments': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'api.documents.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.audit.proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.questions.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.labels.index': { paramsTuple?: []; params?: {} }
    'api.labels.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.index': { paramsTuple?: []; params?: {} }
    'api.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'api.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.rows': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.index': { paramsTuple?: []; params?: {} }
    'api.forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.index': { paramsTuple?: []; params?: {} }
    'api.webhooks.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.events.index': { paramsTuple?: []; params?: {} }
    'api.events.types': { paramsTuple?: []; params?: {} }
    'api.webhooks.deliveries': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.deliveries.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.keys.current.show': { paramsTuple?: []; params?: {} }
    'api.security.events': { paramsTuple?: []; params?: {} }
    'api.analytics.show': { paramsTuple?: []; params?: {} }
    'api.usage.show': { paramsTuple?: []; params?: {} }
    'api.tenants.index': { paramsTuple?: []; params?: {} }
    'api.tenants.totals': { paramsTuple?: []; params?: {} }
    'api.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.usage': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.test.clock.show': { paramsTuple?: []; params?: {} }
    'api.health': { paramsTuple?: []; params?: {} }
    'api.openapi': { paramsTuple?: []; params?: {} }
    'signing.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.access_codes.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.code_requests.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.identities.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.delegations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.withdrawals.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.questions.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.file': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.copy': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.page': { paramsTuple: [ParamValue,ParamValue]; params: {'token': ParamValue,'page': ParamValue} }
    'signing.download': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.files': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.drafts.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.status': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.languages.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.reports.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'embeddings.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'in_person_pages.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'frame_element.show': { paramsTuple?: []; params?: {} }
    'forms.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'confirmations.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'identity_returns.show': { paramsTuple?: []; params?: {} }
    'tracking.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'status': { paramsTuple?: []; params?: {} }
    'verifications.show': { paramsTuple?: []; params?: {} }
    'verifications.offline': { paramsTuple?: []; params?: {} }
    'revokedScripts': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'sealRoots': { paramsTuple?: []; params?: {} }
    'revocationLists': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'revocationAnswers.show': { paramsTuple: [ParamValue]; params: {'request': ParamValue} }
    'scim.config': { paramsTuple?: []; params?: {} }
    'scim.types': { paramsTuple?: []; params?: {} }
    'scim.type': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.schemas': { paramsTuple?: []; params?: {} }
    'scim.schema': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.index': { paramsTuple?: []; params?: {} }
    'scim.users.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.index': { paramsTuple?: []; params?: {} }
    'scim.groups.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'dashboard.sessions.create': { paramsTuple?: []; params?: {} }
    'dashboard.codes.create': { paramsTuple?: []; params?: {} }
    'dashboard.emergencies.create': { paramsTuple?: []; params?: {} }
    'dashboard.sso.create': { paramsTuple?: []; params?: {} }
    'dashboard.sso.show': { paramsTuple?: []; params?: {} }
    'dashboard.support.entries.show': { paramsTuple: [ParamValue]; params: {'code': ParamValue} }
    'dashboard.arrivals.create': { paramsTuple?: []; params?: {} }
    'dashboard.departures.create': { paramsTuple?: []; params?: {} }
    'dashboard.arrivals.store': { paramsTuple?: []; params?: {} }
    'dashboard.sso.metadata': { paramsTuple?: []; params?: {} }
    'dashboard.sso.slo': { paramsTuple?: []; params?: {} }
    'dashboard.unsubscriptions.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.openings.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.edit': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.files.show': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.forgotten.create': { paramsTuple?: []; params?: {} }
    'dashboard.welcome.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.reset.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.confirmations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.refusals.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.restorations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.show': { paramsTuple?: []; params?: {} }
    'dashboard.sso_setup.attempt': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.home': { paramsTuple?: []; params?: {} }
    'dashboard.home.show': { paramsTuple?: []; params?: {} }
    'dashboard.document_erasures.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.labels.index': { paramsTuple?: []; params?: {} }
    'dashboard.label_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.document_labels.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_actions.create': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_actions.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.list_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.archives.show': { paramsTuple?: []; params?: {} }
    'dashboard.archives.evidence': { paramsTuple?: []; params?: {} }
    'dashboard.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.attachment': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'dashboard.seals.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.packet_files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.packet_files.original': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.packet_files.sealed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.seals.of_file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.documents.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.audit_csv': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.log_proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.records.audit_pdf': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.drafts.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_files.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.autosaves.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_states.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.previews.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.previews.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminder_plans.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.extensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.answers.create': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.corrections.edit': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.identities.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.templates.index': { paramsTuple?: []; params?: {} }
    'dashboard.templates.create': { paramsTuple?: []; params?: {} }
    'dashboard.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.templates.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.uses.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_edits.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_reminders.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_teams.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_files.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_files.sample': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_cancellations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.analytics.show': { paramsTuple?: []; params?: {} }
    'dashboard.analytics_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.sharing.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.updates.show': { paramsTuple?: []; params?: {} }
    'dashboard.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.keys.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.rotations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.secrets.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.many_replays.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.integrations.index': { paramsTuple?: []; params?: {} }
    'dashboard.integrations.create': { paramsTuple?: []; params?: {} }
    'dashboard.cuts.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.embed_origins.index': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.index': { paramsTuple?: []; params?: {} }
    'dashboard.contact_matches.index': { paramsTuple?: []; params?: {} }
    'dashboard.contact_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.views.index': { paramsTuple?: []; params?: {} }
    'dashboard.views.create': { paramsTuple?: []; params?: {} }
    'dashboard.account.show': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.edit': { paramsTuple?: []; params?: {} }
    'dashboard.checklist.show': { paramsTuple?: []; params?: {} }
    'dashboard.notices.index': { paramsTuple?: []; params?: {} }
    'dashboard.members.index': { paramsTuple?: []; params?: {} }
    'dashboard.members.invitations.create': { paramsTuple?: []; params?: {} }
    'dashboard.members.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.documents.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.ownerships.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.factor_policy.show': { paramsTuple?: []; params?: {} }
    'dashboard.teams.index': { paramsTuple?: []; params?: {} }
    'dashboard.teams.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.single_sign_on.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.host.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domains.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.rules.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.members.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.show': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attempts.index': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attempts.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.directory.show': { paramsTuple?: []; params?: {} }
    'dashboard.usage.show': { paramsTuple?: []; params?: {} }
    'dashboard.plan_requests.create': { paramsTuple: [ParamValue]; params: {'plan': ParamValue} }
    'dashboard.data.show': { paramsTuple?: []; params?: {} }
    'dashboard.people.show': { paramsTuple?: []; params?: {} }
    'dashboard.help.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand_previews.show': { paramsTuple?: []; params?: {} }
    'dashboard.brand_colors.show': { paramsTuple?: []; params?: {} }
    'dashboard.domains.index': { paramsTuple?: []; params?: {} }
    'dashboard.domains.create': { paramsTuple?: []; params?: {} }
    'dashboard.domains.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domains.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sender.show': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.show': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.edit': { paramsTuple?: []; params?: {} }
    'dashboard.rotations.create': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.sender_server.edit': { paramsTuple?: []; params?: {} }
    'dashboard.server_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.seal.show': { paramsTuple?: []; params?: {} }
    'dashboard.certificate_files.create': { paramsTuple?: []; params?: {} }
    'dashboard.provider_connections.create': { paramsTuple?: []; params?: {} }
    'dashboard.provider_returns.show': { paramsTuple?: []; params?: {} }
    'dashboard.security.index': { paramsTuple?: []; params?: {} }
    'dashboard.security.files.show': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.index': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.create': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.prices.show': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.usage': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.handovers.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.releases.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.handover.show': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.create': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.show': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.edit': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.ask_removal': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.index': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.home': { paramsTuple?: []; params?: {} }
    'dashboard.test.home.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.document_erasures.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.labels.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.label_removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.document_labels.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_actions.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_actions.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.list_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.archives.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.archives.evidence': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.documents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.original': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.sealed': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.attachment': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'field': ParamValue} }
    'dashboard.test.seals.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.packet_files.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.packet_files.original': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.packet_files.sealed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.seals.of_file': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'number': ParamValue} }
    'dashboard.test.documents.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.certificate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.evidence': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.audit_csv': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.log_proof': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.records.audit_pdf': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.drafts.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_files.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.autosaves.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_states.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.previews.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.previews.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminder_plans.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.extensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.answers.create': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.test.corrections.edit': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.identities.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.templates.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.templates.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.templates.view': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.uses.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_edits.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_arrangements.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_reminders.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_teams.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_deletions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_sends.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_files.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_files.sample': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_cancellations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.analytics.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.analytics_files.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.sharing.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.updates.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.rotations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.revocations.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.edit': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.secrets.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.many_replays.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.integrations.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.integrations.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.cuts.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.embed_origins.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_matches.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_removals.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.create': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.index': { paramsTuple?: []; params?: {} }
    'dashboard.test.mailbox.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.mailbox.content': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.clock.show': { paramsTuple?: []; params?: {} }
    'dashboard.test.resets.create': { paramsTuple?: []; params?: {} }
    'assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
    'brand.picture': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'brand.icon': { paramsTuple?: []; params?: {} }
    'brand.manifest': { paramsTuple?: []; params?: {} }
    'platform.internal.health': { paramsTuple?: []; params?: {} }
    'platform.internal.tls_ask': { paramsTuple?: []; params?: {} }
    'platform.internal.ready': { paramsTuple?: []; params?: {} }
    'platform.sessions.create': { paramsTuple?: []; params?: {} }
    'platform.invitations.create': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'platform.securityTxt': { paramsTuple?: []; params?: {} }
    'platform.codes.create': { paramsTuple?: []; params?: {} }
    'platform.enrolments.create': { paramsTuple?: []; params?: {} }
    'platform.overview.show': { paramsTuple?: []; params?: {} }
    'platform.tenants.index': { paramsTuple?: []; params?: {} }
    'platform.tenants.create': { paramsTuple?: []; params?: {} }
    'platform.tenants.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.suspensions.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planChanges.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.grants.askEnd': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grant': ParamValue} }
    'platform.support.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.plans.index': { paramsTuple?: []; params?: {} }
    'platform.planRequests.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.stuck.index': { paramsTuple?: []; params?: {} }
    'platform.reports.index': { paramsTuple?: []; params?: {} }
    'platform.reports.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.reports.askTakeDown': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.health.index': { paramsTuple?: []; params?: {} }
    'platform.incidents.index': { paramsTuple?: []; params?: {} }
    'platform.incidents.create': { paramsTuple?: []; params?: {} }
    'platform.incidents.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.trail.index': { paramsTuple?: []; params?: {} }
    'platform.operators.index': { paramsTuple?: []; params?: {} }
    'platform.plans.edit': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.removals.create': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.askRenewal': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.askDisable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.settings.edit': { paramsTuple?: []; params?: {} }
    'platform.verifications.show': { paramsTuple?: []; params?: {} }
    'platform.verifications.offline': { paramsTuple?: []; params?: {} }
    'platform.revokedScripts': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.sealRoots': { paramsTuple?: []; params?: {} }
    'platform.revocationLists': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.revocationAnswers.show': { paramsTuple: [ParamValue]; params: {'request': ParamValue} }
    'platform.logs.index': { paramsTuple?: []; params?: {} }
    'platform.logs.head': { paramsTuple: [ParamValue]; params: {'cell': ParamValue} }
    'platform.logs.tile': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'cell': ParamValue,'*': ParamValue[]} }
    'platform.assets.show': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'version': ParamValue,'*': ParamValue[]} }
    'platform.brand.picture': { paramsTuple: [ParamValue]; params: {'name': ParamValue} }
    'platform.brand.icon': { paramsTuple?: []; params?: {} }
    'platform.brand.manifest': { paramsTuple?: []; params?: {} }
  }
  POST: {
    'api.v1.signatures.send': { paramsTuple?: []; params?: {} }
    'api.v1.documents.store': { paramsTuple?: []; params?: {} }
    'api.v1.documents.send': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.void': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.remind': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.extend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.rotate_tracking_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.copy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.edit_fields': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.signers.embed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.v1.documents.signers.in_person': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.v1.documents.erase': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.questions.answer': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'api.v1.labels.store': { paramsTuple?: []; params?: {} }
    'api.v1.templates.store': { paramsTuple?: []; params?: {} }
    'api.v1.templates.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.restore': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.documents.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.bulk_sends.cancel': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.open': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.close': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.rotate_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.v1.webhooks.test': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.rotate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.activate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.deliveries.replay': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.store': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.suspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.handover': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.release': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.verify': { paramsTuple?: []; params?: {} }
    'api.v1.test.clock.advance': { paramsTuple?: []; params?: {} }
    'api.v1.test.reset': { paramsTuple?: []; params?: {} }
    'api.signatures.send': { paramsTuple?: []; params?: {} }
    'api.documents.store': { paramsTuple?: []; params?: {} }
    'api.documents.send': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.void': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.remind': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.extend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.rotate_tracking_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.copy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.edit_fields': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.signers.embed': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.documents.signers.in_person': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.documents.erase': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.questions.answer': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'api.labels.store': { paramsTuple?: []; params?: {} }
    'api.templates.store': { paramsTuple?: []; params?: {} }
    'api.templates.file': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.archive': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.restore': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.documents.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.bulk_sends.cancel': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.open': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.close': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.rotate_link': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.store': { paramsTuple?: []; params?: {} }
    'api.webhooks.test': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.rotate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.activate_secret': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.deliveries.replay': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.store': { paramsTuple?: []; params?: {} }
    'api.tenants.suspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.handover': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.release': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.verify': { paramsTuple?: []; params?: {} }
    'api.test.clock.advance': { paramsTuple?: []; params?: {} }
    'api.test.reset': { paramsTuple?: []; params?: {} }
    'signing.access_codes.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.code_requests.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.consents.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.identities.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.declines.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.delegations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.withdrawals.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.questions.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.opened': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.viewed': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.heartbeat': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.drafts.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.attachments.store': { paramsTuple: [ParamValue,ParamValue]; params: {'token': ParamValue,'field': ParamValue} }
    'signing.signatures.prepare': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.signatures.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.languages.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'signing.reports.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'forms.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'confirmations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'verifications.store': { paramsTuple?: []; params?: {} }
    'revocationAnswers.store': { paramsTuple?: []; params?: {} }
    'scim.users.store': { paramsTuple?: []; params?: {} }
    'scim.groups.store': { paramsTuple?: []; params?: {} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'dashboard.sessions.store': { paramsTuple?: []; params?: {} }
    'dashboard.codes.store': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.log_in.create': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.log_in.store': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.factor.create': { paramsTuple?: []; params?: {} }
    'dashboard.log_in_passkeys.factor.store': { paramsTuple?: []; params?: {} }
    'dashboard.emergencies.store': { paramsTuple?: []; params?: {} }
    'dashboard.sessions.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.sso.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.departures.store': { paramsTuple?: []; params?: {} }
    'dashboard.sso.store': { paramsTuple?: []; params?: {} }
    'dashboard.sso.slo_form': { paramsTuple?: []; params?: {} }
    'dashboard.unsubscriptions.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.placements.update': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.field_editor.cancellations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.forgotten.store': { paramsTuple?: []; params?: {} }
    'dashboard.welcome.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.reset.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.confirmations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.refusals.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.address.restorations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'dashboard.sso_setup.provider': { paramsTuple?: []; params?: {} }
    'dashboard.sso_setup.test': { paramsTuple?: []; params?: {} }
    'dashboard.own_reminders.store': { paramsTuple: [ParamValue]; params: {'signer': ParamValue} }
    'dashboard.document_erasures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.labels.store': { paramsTuple?: []; params?: {} }
    'dashboard.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.label_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.document_labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_actions.store': { paramsTuple?: []; params?: {} }
    'dashboard.bulk_action_stops.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.selections.store': { paramsTuple?: []; params?: {} }
    'dashboard.copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.drafts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_files.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.autosaves.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.draft_states.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.reminders.store_one': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.reminder_plans.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.extensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.answers.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.own_signatures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tracking_links.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.hand_overs.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.corrections.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.templates.store': { paramsTuple?: []; params?: {} }
    'dashboard.uses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_edits.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.archives.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.archives.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_reminders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_forms.rotate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_teams.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.template_copies.of_document': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_columns.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_runs.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_runs.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_runs.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.bulk_cancellations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sharing.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sharing.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grantee': ParamValue} }
    'dashboard.holders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.keys.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.rotations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.keys.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.endpoints.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.secrets.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.activations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.pauses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.many_replays.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.signature_checks.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.integrations.store': { paramsTuple?: []; params?: {} }
    'dashboard.cuts.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.embed_origins.store': { paramsTuple?: []; params?: {} }
    'dashboard.embed_origins.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.turn': { paramsTuple?: []; params?: {} }
    'dashboard.contact_removals.store_all': { paramsTuple?: []; params?: {} }
    'dashboard.contacts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.contact_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.views.store': { paramsTuple?: []; params?: {} }
    'dashboard.views.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.view_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.first_steps.update': { paramsTuple?: []; params?: {} }
    'dashboard.samples.store': { paramsTuple?: []; params?: {} }
    'dashboard.names.update': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.resend': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.mails.update': { paramsTuple?: []; params?: {} }
    'dashboard.passwords.update': { paramsTuple?: []; params?: {} }
    'dashboard.regions.update': { paramsTuple?: []; params?: {} }
    'dashboard.session_ends.store': { paramsTuple?: []; params?: {} }
    'dashboard.addresses.update': { paramsTuple?: []; params?: {} }
    'dashboard.own_mails.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.live_copies.store': { paramsTuple?: []; params?: {} }
    'dashboard.members.invitations.store': { paramsTuple?: []; params?: {} }
    'dashboard.members.roles.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.access.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.access.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.documents.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.invitations.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.ownerships.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.members.lost_factors.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.factor_policy.store': { paramsTuple?: []; params?: {} }
    'dashboard.factor_policy.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.teams.store': { paramsTuple?: []; params?: {} }
    'dashboard.teams.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.members.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.teams.members.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'user': ParamValue} }
    'dashboard.teams.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.single_sign_on.domains.check': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.tests.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.metadata_urls.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.provider_fields.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.certificates.destroy': { paramsTuple: [ParamValue]; params: {'sha256': ParamValue} }
    'dashboard.single_sign_on.own_keys.store': { paramsTuple: [ParamValue]; params: {'step': ParamValue} }
    'dashboard.single_sign_on.domains.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domains.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.domain_owners.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.attributes.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.rules.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.members.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.setup_link.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.store': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.update': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.enforcement.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.single_sign_on.host.update': { paramsTuple?: []; params?: {} }
    'dashboard.directory.tokens.store': { paramsTuple?: []; params?: {} }
    'dashboard.directory.tokens.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.directory.groups.update': { paramsTuple?: []; params?: {} }
    'dashboard.plan_requests.store': { paramsTuple: [ParamValue]; params: {'plan': ParamValue} }
    'dashboard.plan_requests.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.holds.store': { paramsTuple?: []; params?: {} }
    'dashboard.data.update': { paramsTuple?: []; params?: {} }
    'dashboard.holds.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.people.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.brand.store': { paramsTuple?: []; params?: {} }
    'dashboard.brand_previews.store': { paramsTuple?: []; params?: {} }
    'dashboard.brand_pictures.store': { paramsTuple?: []; params?: {} }
    'dashboard.brand_restorations.store': { paramsTuple: [ParamValue]; params: {'version': ParamValue} }
    'dashboard.domains.store': { paramsTuple?: []; params?: {} }
    'dashboard.domains.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_checks.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.domain_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.sender.update': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.store': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain.check': { paramsTuple?: []; params?: {} }
    'dashboard.rotations.store': { paramsTuple?: []; params?: {} }
    'dashboard.sender_domain_removals.store': { paramsTuple?: []; params?: {} }
    'dashboard.sender_server.update': { paramsTuple?: []; params?: {} }
    'dashboard.server_tests.store': { paramsTuple?: []; params?: {} }
    'dashboard.server_removals.store': { paramsTuple?: []; params?: {} }
    'dashboard.suppressions.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.certificate_files.store': { paramsTuple?: []; params?: {} }
    'dashboard.provider_connections.store': { paramsTuple?: []; params?: {} }
    'dashboard.providers.store': { paramsTuple?: []; params?: {} }
    'dashboard.seal.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.support.ends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.store': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.prices.update': { paramsTuple?: []; params?: {} }
    'dashboard.tenants.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.suspensions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.requests.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'request': ParamValue} }
    'dashboard.tenants.handovers.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.releases.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.tenants.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.handover.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.store': { paramsTuple?: []; params?: {} }
    'dashboard.confirmations.options': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.store': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.update': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.second_factor.renew': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.create': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.store': { paramsTuple?: []; params?: {} }
    'dashboard.passkeys.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.passkeys.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.own_reminders.store': { paramsTuple: [ParamValue]; params: {'signer': ParamValue} }
    'dashboard.test.document_erasures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.labels.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.label_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.document_labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_actions.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.bulk_action_stops.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.documents.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.selections.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.drafts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_files.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.autosaves.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.draft_states.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sendings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminders.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.reminders.store_one': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.reminder_plans.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.extensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.voids.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.answers.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'question': ParamValue} }
    'dashboard.test.own_signatures.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.tracking_links.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.hand_overs.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.corrections.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'signer': ParamValue} }
    'dashboard.test.templates.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.uses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_copies.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_edits.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_arrangements.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.archives.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.archives.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_reminders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_forms.rotate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_teams.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_deletions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.template_copies.of_document': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_sends.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_columns.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_runs.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_runs.pause': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_runs.resume': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.bulk_cancellations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sharing.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.sharing.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grantee': ParamValue} }
    'dashboard.test.holders.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.keys.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.rotations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.keys.revocations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.endpoints.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.endpoints.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.secrets.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.activations.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.tests.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.enablings.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.pauses.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.many_replays.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.replays.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.signature_checks.store': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'delivery': ParamValue} }
    'dashboard.test.integrations.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.cuts.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.embed_origins.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.embed_origins.destroy': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.turn': { paramsTuple?: []; params?: {} }
    'dashboard.test.contact_removals.store_all': { paramsTuple?: []; params?: {} }
    'dashboard.test.contacts.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.contact_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.views.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.views.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.view_removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'dashboard.test.clock.store': { paramsTuple?: []; params?: {} }
    'dashboard.test.resets.store': { paramsTuple?: []; params?: {} }
    'platform.sessions.store': { paramsTuple?: []; params?: {} }
    'platform.sessions.destroy': { paramsTuple?: []; params?: {} }
    'platform.invitations.store': { paramsTuple: [ParamValue]; params: {'token': ParamValue} }
    'platform.codes.store': { paramsTuple?: []; params?: {} }
    'platform.enrolments.store': { paramsTuple?: []; params?: {} }
    'platform.tenants.store': { paramsTuple?: []; params?: {} }
    'platform.suspensions.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.suspensions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planChanges.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.grants.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.grants.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'grant': ParamValue} }
    'platform.caps.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.support.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planRequests.grant': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.planRequests.decline': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.stuck.retry': { paramsTuple?: []; params?: {} }
    'platform.reports.dismiss': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.reports.takeDown': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.incidents.store': { paramsTuple?: []; params?: {} }
    'platform.incidentUpdates.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.plans.preview': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.plans.update': { paramsTuple: [ParamValue]; params: {'key': ParamValue} }
    'platform.removals.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.removals.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.store': { paramsTuple?: []; params?: {} }
    'platform.operators.renew': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.disable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.operators.enable': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'platform.settings.update': { paramsTuple?: []; params?: {} }
    'platform.verifications.store': { paramsTuple?: []; params?: {} }
    'platform.revocationAnswers.store': { paramsTuple?: []; params?: {} }
  }
  PATCH: {
    'api.v1.documents.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.documents.signers.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.v1.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.templates.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.tenants.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.signers.update': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sid': ParamValue} }
    'api.labels.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.templates.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.tenants.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  DELETE: {
    'api.v1.documents.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.labels.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.v1.keys.current.destroy': { paramsTuple?: []; params?: {} }
    'api.v1.tenants.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.documents.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.labels.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.forms.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.webhooks.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api.keys.current.destroy': { paramsTuple?: []; params?: {} }
    'api.tenants.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.users.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  PUT: {
    'scim.users.replace': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.groups.replace': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  OPTIONS: {
    'scim.none': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
}
declare module '@adonisjs/core/types/http' {
  export interface RoutesList extends ScannedRoutes {}
}