import { createHmac, X509Certificate } from 'node:crypto'
import { type Profile, SAML } from '@node-saml/node-saml'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import type { Config } from '../../../platform/config/config.ts'
import { type Identity, personNamesOf, textOf } from './identity.ts'
import { isSameIssuer, NotVouched, type Provider } from './provider.ts'
import type { Trip } from './trips.ts'

export interface SamlSettings {
  /** By which the identity provider calls itself. */
  entity_id: string
  sso_url: string
  /** Of the key by which it signs; several while one takes the place of another. */
  certificate: string
}

/** An identity provider of SAML. It answers by a post through the browser, which is kept until the browser has come by itself. */
export interface SamlProvider extends Provider {
  /** Whom the answer is about. Throws whatever is not as it has to be. */
  identifyPost(trip: Trip, response: string): Promise<Identity>
}

export function samlProvider(
  config: Pick<Config, 'appUrl' | 'secret'>,
  settings: SamlSettings,
): SamlProvider {
  return {
    addressFor: (trip) => configured(config, settings, trip).getAuthorizeUrlAsync(trip.state, undefined, {}),
    async identify() {
      throw new NotVouched('the identity provider has not vouched for this browser')
    },
    async identifyPost(trip, response) {
      refuseDeclarations(response)
      const saml = configured(config, settings, trip)
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
      if (profile === null) throw new Error('the answer holds no assertion')
      if (!isSameIssuer(profile.issuer, settings.entity_id)) {
        throw new Error(
          `The entity ID is set as ${settings.entity_id}, but the provider calls itself ${profile.issuer}.`,
        )
      }
      refuseUnlessFor(profile, trip, requestId(config, trip))
      return identityOf(profile)
    },
  }
}

/** What an identity provider reads to know this installation. */
export function samlMetadata(config: Pick<Config, 'appUrl' | 'secret'>): string {
  const callback = `${config.appUrl}/auth/saml/callback/`
  return saml(config, {
    callback,
    certificates: [],
    entryPoint: undefined,
    id: '_metadata',
  }).generateServiceProviderMetadata(null, null)
}

function configured(config: Pick<Config, 'appUrl' | 'secret'>, settings: SamlSettings, trip: Trip): SAML {
  return saml(config, {
    callback: trip.callback,
    certificates: certificatesIn(settings.certificate),
    entryPoint: settings.sso_url,
    id: requestId(config, trip),
  })
}

interface Parts {
  callback: string
  certificates: string[]
  entryPoint: string | undefined
  id: string
}

/** Seconds by which the two clocks may differ. */
const tolerance = 30

function saml({ appUrl }: Pick<Config, 'appUrl'>, { callback, certificates, entryPoint, id }: Parts): SAML {
  const name = `${appUrl}/auth/saml/metadata/`
  return new SAML({
    issuer: name,
    audience: name,
    callbackUrl: callback,
    entryPoint,
    // A list without any is refused, and metadata need none.
    idpCert: certificates.length === 0 ? 'none' : certificates,
    wantAssertionsSigned: true,
    // Many sign the assertion alone, and nothing is taken from beside it.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: tolerance * 1000,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => id,
  })
}

/** Made of the state, so that the answer is for one trip and each trip takes one answer. */
function requestId({ secret }: Pick<Config, 'secret'>, { state }: Trip): string {
  return `_${createHmac('sha256', secret).update(`saml-request:${state}`).digest('hex')}`
}

/** A document type could declare what its text means; no answer needs one. */
function refuseDeclarations(response: string): void {
  const xml = Buffer.from(response, 'base64').toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the answer declares a document type')
}

/**
 * What the library leaves to its user. All of it is read from the signed assertion itself: for this address, as the answer to this request,
 * for whoever brings it, and not for ever.
 */
function refuseUnlessFor(profile: Profile, { callback }: Trip, requested: string): void {
  const assertion = at(profile.getAssertion?.(), 'Assertion')
  const confirmations = list(at(first(at(assertion, 'Subject')), 'SubjectConfirmation'))
  const isForUs = confirmations.some((confirmation) => {
    const data = attributesOf(first(at(confirmation, 'SubjectConfirmationData')))
    return (
      attributesOf(confirmation)['Method'] === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
      data['Recipient'] === callback &&
      data['InResponseTo'] === requested &&
      Date.parse(String(data['NotOnOrAfter'])) > Date.now() - tolerance * 1000
    )
  })
  if (!isForUs) throw new Error('the assertion does not answer this request at this address')
}

function identityOf(profile: Profile): Identity {
  const { nameID, nameIDFormat = '' } = profile
  if (!nameID || nameIDFormat.endsWith(':transient')) throw new Error('no lasting name of the person is told')
  const told = (names: readonly string[]) =>
    names.map((name) => textOf([profile[name]].flat()[0])).find((text) => text !== '') ?? ''
  const byName = nameIDFormat.endsWith(':emailAddress') ? nameID : ''
  const email = normalEmail(told(emailAttributes) || byName)
  return {
    provider: 'saml',
    issuer: profile.issuer,
    subject: nameID,
    // Whoever runs the identity provider gives the addresses out, so what it signs is known to be theirs.
    email: isEmail(email) ? email : null,
    ...personNamesOf({
      given_name: told(givenNameAttributes),
      family_name: told(familyNameAttributes),
      name: told(nameAttributes),
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

/** However they were pasted: with or without the lines around them, in one line or many. Throws what is none. */
function certificatesIn(text: string): string[] {
  return text
    .split(/-----(?:BEGIN|END) CERTIFICATE-----/)
    .map((part) => part.replace(/\s/g, ''))
    .filter((part) => part !== '')
    .map((part) => new X509Certificate(Buffer.from(part, 'base64')).toString())
}

function at(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function first(value: unknown): unknown {
  return list(value)[0]
}

function attributesOf(value: unknown): Record<string, unknown> {
  return Object(at(value, '$'))
}
