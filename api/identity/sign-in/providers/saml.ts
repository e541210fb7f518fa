import { createHmac, X509Certificate } from 'node:crypto'
import { type Profile, SAML } from '@node-saml/node-saml'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import type { Config } from '../../../platform/config/config.ts'
import { type ProviderIdentity, splitNameClaims, trimmedClaim } from './identity.ts'
import type { AuthorizationState } from './oauth-state.ts'
import { type IdentityProvider, isSameIssuer, ResponseAlreadyRejected } from './provider.ts'

export interface SamlSettings {
  /** Entity id of the identity provider. */
  entity_id: string
  sso_url: string
  /**
   * Signing certificate. The text may contain several certificates, so that the old and the new certificate are
   * accepted while the provider replaces its certificate.
   */
  certificate: string
}

/**
 * A SAML identity provider. The provider sends its response as a POST request without cookies. The response
 * is stored until the browser returns with its cookies.
 */
export interface SamlProvider extends IdentityProvider {
  /** Returns the identity from the response. Throws when any check fails. */
  identifyPost(authorization: AuthorizationState, response: string): Promise<ProviderIdentity>
}

export function samlProvider(
  config: Pick<Config, 'appUrl' | 'secret'>,
  settings: SamlSettings,
): SamlProvider {
  return {
    addressFor: (authorization) =>
      configured(config, settings, authorization).getAuthorizeUrlAsync(authorization.state, undefined, {}),
    async identify() {
      throw new ResponseAlreadyRejected('the identity provider has not vouched for this browser')
    },
    async identifyPost(authorization, response) {
      assertNoDocumentType(response)
      const saml = configured(config, settings, authorization)
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
      if (profile === null) throw new Error('the answer holds no assertion')
      if (!isSameIssuer(profile.issuer, settings.entity_id)) {
        throw new Error(
          `The entity ID is set as ${settings.entity_id}, but the provider calls itself ${profile.issuer}.`,
        )
      }
      assertAddressedToTandem(profile, authorization, requestId(config, authorization))
      return identityOf(profile)
    },
  }
}

/** Returns the metadata that an identity provider imports to register this Tandem instance. */
export function samlMetadata(config: Pick<Config, 'appUrl' | 'secret'>): string {
  const callback = `${config.appUrl}/auth/saml/callback/`
  return saml(config, {
    callback,
    certificates: [],
    entryPoint: undefined,
    id: '_metadata',
  }).generateServiceProviderMetadata(null, null)
}

function configured(
  config: Pick<Config, 'appUrl' | 'secret'>,
  settings: SamlSettings,
  authorization: AuthorizationState,
): SAML {
  return saml(config, {
    callback: authorization.callback,
    certificates: certificatesIn(settings.certificate),
    entryPoint: settings.sso_url,
    id: requestId(config, authorization),
  })
}

interface SamlOptions {
  callback: string
  certificates: string[]
  entryPoint: string | undefined
  id: string
}

/** Maximum difference in seconds between the clocks of the provider and this server. */
const clockTolerance = 30

function saml(
  { appUrl }: Pick<Config, 'appUrl'>,
  { callback, certificates, entryPoint, id }: SamlOptions,
): SAML {
  const name = `${appUrl}/auth/saml/metadata/`
  return new SAML({
    issuer: name,
    audience: name,
    callbackUrl: callback,
    entryPoint,
    // The SAML library refuses an empty list of certificates, but creating metadata needs no certificate.
    idpCert: certificates.length === 0 ? 'none' : certificates,
    wantAssertionsSigned: true,
    // Do not require a signed response. Many providers sign only the assertion, and Tandem reads all values
    // from the assertion.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockTolerance * 1000,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => id,
  })
}

/**
 * Returns the id of the SAML request. The id is derived from the state, so that a response is accepted for
 * one sign-in only, and only once.
 */
function requestId({ secret }: Pick<Config, 'secret'>, { state }: AuthorizationState): string {
  return `_${createHmac('sha256', secret).update(`saml-request:${state}`).digest('hex')}`
}

/**
 * Throws if the response contains a document type declaration. A declaration can redefine the text of the
 * document, and no valid response needs one.
 */
function assertNoDocumentType(response: string): void {
  const xml = Buffer.from(response, 'base64').toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the answer declares a document type')
}

/**
 * Checks recipient, request id, bearer confirmation and expiry, which the library leaves to the caller. All
 * values come from the signed assertion.
 */
function assertAddressedToTandem(
  profile: Profile,
  { callback }: AuthorizationState,
  requested: string,
): void {
  const assertion = childOf(profile.getAssertion?.(), 'Assertion')
  const confirmations = asArray(childOf(firstOf(childOf(assertion, 'Subject')), 'SubjectConfirmation'))
  const isForUs = confirmations.some((confirmation) => {
    const data = attributesOf(firstOf(childOf(confirmation, 'SubjectConfirmationData')))
    return (
      attributesOf(confirmation)['Method'] === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
      data['Recipient'] === callback &&
      data['InResponseTo'] === requested &&
      Date.parse(String(data['NotOnOrAfter'])) > Date.now() - clockTolerance * 1000
    )
  })
  if (!isForUs) throw new Error('the assertion does not answer this request at this address')
}

function identityOf(profile: Profile): ProviderIdentity {
  const { nameID, nameIDFormat = '' } = profile
  if (!nameID || nameIDFormat.endsWith(':transient')) throw new Error('no lasting name of the person is told')
  const attribute = (names: readonly string[]) =>
    names.map((name) => trimmedClaim([profile[name]].flat()[0])).find((text) => text !== '') ?? ''
  const byName = nameIDFormat.endsWith(':emailAddress') ? nameID : ''
  const email = normalizeEmail(attribute(emailAttributes) || byName)
  return {
    provider: 'saml',
    issuer: profile.issuer,
    subject: nameID,
    // The admin of the identity provider assigns the email addresses, so a signed email address counts as verified.
    email: isEmail(email) ? email : null,
    ...splitNameClaims({
      given_name: attribute(givenNameAttributes),
      family_name: attribute(familyNameAttributes),
      name: attribute(nameAttributes),
    }),
    name: email || nameID,
  }
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  `${claims}/emailaddress`,
]
const givenNameAttributes = [
  'firstName',
  'first_name',
  'givenName',
  'urn:oid:2.5.4.42',
  `${claims}/givenname`,
]
const familyNameAttributes = [
  'lastName',
  'last_name',
  'sn',
  'surname',
  'urn:oid:2.5.4.4',
  `${claims}/surname`,
]
const nameAttributes = ['displayName', 'name', 'urn:oid:2.16.840.1.113730.3.1.241', `${claims}/name`]

/**
 * Returns the certificates in a text. Each certificate may have header lines or not, and may span one line or
 * many. Throws if a certificate is invalid.
 */
function certificatesIn(text: string): string[] {
  return text
    .split(/-----(?:BEGIN|END) CERTIFICATE-----/)
    .map((part) => part.replace(/\s/g, ''))
    .filter((part) => part !== '')
    .map((part) => new X509Certificate(Buffer.from(part, 'base64')).toString())
}

function childOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function firstOf(value: unknown): unknown {
  return asArray(value)[0]
}

function attributesOf(value: unknown): Record<string, unknown> {
  return Object(childOf(value, '$'))
}
