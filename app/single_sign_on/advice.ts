import type { Fault } from './gate/rejection.js'

const ADVICE: Record<string, string> = {
  E_AUDIENCE: 'Set the audience (entity ID) at the provider to the one expected.',
  E_BASE64: 'The message is not what a provider sends: check what stands between it and us.',
  E_BOTH_SIGNED: 'Have the provider sign the response and the assertion, or ask for less.',
  E_BROWSER: 'The response came back to another browser than the one that began. Start again.',
  E_CERTIFICATE: 'One certificate is no X.509 certificate in base64.',
  E_CERTIFICATE_KEY: 'Use a certificate with an RSA key of 2048 bits or more.',
  E_CODE: 'The page was loaded twice, or too late. Start again.',
  E_CONFIRMATION: 'The provider has to confirm the subject once, by the method “bearer”.',
  E_DECRYPT_OR_SIGNATURE:
    'The encrypted assertion could not be opened, or its signature is not the provider’s. Give the provider our current certificate, and us theirs.',
  E_DESTINATION: 'Set the ACS or log-out address at the provider to the one expected.',
  E_DIGALG: 'Let the provider use SHA-256 for digests.',
  E_DISABLED: 'The member is shut out. Let them in again on the page of members.',
  E_DOMAIN:
    'New members are made for proved domains alone. Prove the domain, or invite the person.',
  E_ENCALG: 'Let the provider encrypt with AES and RSA-OAEP.',
  E_EXPIRED: 'The message is too old: compare the clocks.',
  E_IN_RESPONSE_TO:
    'The request is older than ten minutes, was answered before, or is not ours. Start again at the log-in page.',
  E_ISSUE_INSTANT: 'The clocks of provider and service differ by more than ten minutes.',
  E_ISSUER: 'The message is from another provider than the one connected.',
  E_METADATA_ADDRESS: 'An address in the metadata is not one of the web.',
  E_METADATA_CERTIFICATES:
    'At most ten certificates are kept: remove those that the provider no longer uses.',
  E_METADATA_CHANGED:
    'The provider’s addresses are others than those connected. Look at the changes, and take them if they are right.',
  E_METADATA_ENTITIES: 'Take the metadata of one provider, not the list of a federation.',
  E_METADATA_ENTITY_ID: 'Give the entity ID of the provider.',
  E_METADATA_FORBIDDEN:
    'The address leads to a place that may not be called. Give a public address.',
  E_METADATA_HTTPS: 'Give an address that begins with https://.',
  E_METADATA_NO_CERTIFICATE: 'The metadata name no certificate for signatures.',
  E_METADATA_NO_IDP: 'These are not the metadata of an identity provider.',
  E_METADATA_NO_SSO: 'The provider has no address for log-in by HTTP-Redirect or HTTP-POST.',
  E_METADATA_REDIRECT: 'The address leads to another host. Give the address that it leads to.',
  E_METADATA_STATUS:
    'The address does not answer with metadata. Open it in a browser to see what it shows.',
  E_METADATA_TIMEOUT: 'The address did not answer within five seconds.',
  E_METADATA_UNREACHABLE: 'The address cannot be reached. Check its spelling and its certificate.',
  E_NAMEID: 'The provider has to send a NameID, of at most 512 characters.',
  E_NOT_BEFORE: 'The message is not valid yet: compare the clocks.',
  E_NOT_ENCRYPTED: 'Have the provider encrypt assertions with our certificate, or ask for less.',
  E_NO_EMAIL: 'Send the e-mail address as NameID or as the attribute “email”.',
  E_NO_MEMBER: 'No member has this address. Invite them, or let new members be made.',
  E_OFF:
    'Single sign-on is turned off, or the plan has lost it: only a test log-in is answered. Turn it on.',
  E_OWNER_ADDRESS:
    'The name belongs to an owner whose address is another. Let the provider send the owner’s address.',
  E_OWNER_DOMAIN:
    'Prove the domain of the address, and have an owner let owners in by it: only then they come in by the provider.',
  E_RECIPIENT: 'Set the recipient (ACS address) at the provider to the one expected.',
  E_REMOVED: 'The member was removed. Invite them again to let them in.',
  E_REPLAY: 'The response was used before. Start again at the log-in page.',
  E_RESPONSE_ISSUER: 'The message is from another provider than the one connected.',
  E_SEATS: 'Every seat of the plan is taken.',
  E_SESSION: 'The session at the provider has ended.',
  E_SIGALG: 'Let the provider sign with RSA and SHA-256.',
  E_SIGNATURE: 'The certificate is not one that we know. Give us the provider’s current metadata.',
  E_OTHER_PERSON:
    'The provider vouched for another person than the signer. They log out there and try again, or the sender corrects the address.',
  E_STALE: 'The provider did not ask the person to log in anew. Let it honour ForceAuthn.',
  E_STATUS: 'The provider did not log the person in. Its own log says why.',
  E_SUSPENDED: 'The account is suspended: no members are added meanwhile.',
  E_TESTER: 'Another member is logged in than the one who began the test. Start the test again.',
  E_UNSIGNED: 'Have the provider sign the message.',
  E_UNSOLICITED: 'Start at our log-in page, or allow log-ins that begin at the provider.',
}

/** What an administrator can do about it. */
export function adviceOn({ code }: Pick<Fault, 'code'>): string {
  return ADVICE[code] ?? 'The message is not one of SAML 2.0 as we accept it.'
}
