import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/**
 * The content of a SAML response. Tests change single fields and expect that the server rejects the response.
 */
export interface SamlResponseContent {
  issuer: string
  audience: string
  recipient: string
  in_response_to: string
  not_on_or_after: Date
  not_before: Date
  name_id: string
  name_id_format: string
  method: string
  attributes: Record<string, string>
}

/** A SAML identity provider that only answers sign-in requests. */
export interface SamlTestProvider {
  settings: Record<string, string>
  /** Returns the content of a valid response to the SAML request in this URL. */
  answerTo(address: URL, login: string): SamlResponseContent
  /**
   * Returns the value of the form field `SAMLResponse`, which the provider's page posts. `key` replaces the
   * provider's signing key.
   */
  post(said: SamlResponseContent, change?: (xml: string) => string, key?: KeyObject): string
  /**
   * Returns the XML of the assertion without a signature, for tests that build the rest of the XML
   * themselves.
   */
  assertion(said: SamlResponseContent): string
  signed(xml: string, key?: KeyObject): string
}

const entity_id = 'https://saml.example/idp'

export function startSamlTestProvider(): SamlTestProvider {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signed = (xml: string, key: KeyObject = privateKey) => signedAssertion(xml, key)
  return {
    settings: {
      IS_SAML_ENABLED: '1',
      SAML_NAME: 'Example SAML',
      SAML_ENTITY_ID: entity_id,
      SAML_SSO_URL: 'https://saml.example/sso',
      SAML_CERTIFICATE: certificateOf(publicKey, privateKey),
    },
    answerTo,
    assertion,
    signed,
    post: (said, change = (xml) => xml, key = privateKey) =>
      Buffer.from(change(responseOf(said, signed(assertion(said), key)))).toString('base64'),
  }
}

function answerTo(address: URL, login: string): SamlResponseContent {
  const request = inflateRawSync(
    Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString()
  const told = (pattern: RegExp) => pattern.exec(request)?.[1] ?? ''
  return {
    issuer: entity_id,
    audience: told(/Issuer[^>]*>([^<]+)</),
    recipient: told(/AssertionConsumerServiceURL="([^"]+)"/),
    in_response_to: told(/ ID="([^"]+)"/),
    not_before: new Date(Date.now() - 60_000),
    not_on_or_after: new Date(Date.now() + 300_000),
    name_id: login,
    name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    attributes: { email: `${login}@example.com`, firstName: login, lastName: 'Example' },
  }
}

function assertion(said: SamlResponseContent): string {
  const attributes = Object.entries(said.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0"`,
    ` IssueInstant="${new Date().toISOString()}"><saml:Issuer>${said.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${said.name_id_format}">${said.name_id}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${said.method}"><saml:SubjectConfirmationData`,
    ` NotOnOrAfter="${said.not_on_or_after.toISOString()}" Recipient="${said.recipient}"`,
    ` InResponseTo="${said.in_response_to}"/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${said.not_before.toISOString()}"`,
    ` NotOnOrAfter="${said.not_on_or_after.toISOString()}"><saml:AudienceRestriction>`,
    `<saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`,
  ].join('')
}

function responseOf(said: SamlResponseContent, inner: string): string {
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0"`,
    ` IssueInstant="${new Date().toISOString()}" Destination="${said.recipient}"`,
    ` InResponseTo="${said.in_response_to}"><samlp:Status>`,
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    `${inner}</samlp:Response>`,
  ].join('')
}

function signedAssertion(xml: string, key: KeyObject): string {
  const signing = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signing.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  })
  const location = { reference: "//*[local-name(.)='Issuer']", action: 'after' } as const
  signing.computeSignature(xml, { location })
  return signing.getSignedXml()
}

/** Returns a self-signed certificate as PEM, because Node cannot create one. */
function certificateOf(publicKey: KeyObject, privateKey: KeyObject): string {
  const algorithm = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('saml')))),
  )
  const times = ['250101000000Z', '450101000000Z'].map((time) => der(0x17, Buffer.from(time)))
  const body = der(
    0x30,
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, ...times),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const text = der(0x30, body, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
