import type { PasskeyAssertion, PasskeyRegistration } from '#common/identity/sign-in/two-factor/passkeys.ts'

type Library = typeof import('@simplewebauthn/browser')
type Options<Start extends keyof Library> = Library[Start] extends (options: {
  optionsJSON: infer O
}) => unknown
  ? O
  : never

/**
 * Returns false if the browser does not support passkeys. Also returns false if the page was opened with an
 * IP address, because passkeys are bound to host names.
 */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)
}

/** Signs in with a passkey. Returns null if the user or the browser cancelled the request. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Options<'startAuthentication'>
  return toPlainObject(startAuthentication({ optionsJSON }))
}

/**
 * Creates a passkey. Returns null if the user or the browser cancelled the request, or if the device already
 * has a passkey of the account.
 */
export async function createPasskey(options: Record<string, unknown>): Promise<PasskeyRegistration | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Options<'startRegistration'>
  return toPlainObject(startRegistration({ optionsJSON }))
}

async function toPlainObject<Answer>(response: Promise<object>): Promise<Answer | null> {
  try {
    return JSON.parse(JSON.stringify(await response))
  } catch {
    return null
  }
}
