import type { NewKey, SignedByKey } from '#common/identity/sign-in/second-factor/passkeys.ts'

type Library = typeof import('@simplewebauthn/browser')
type Options<Start extends keyof Library> = Library[Start] extends (asked: {
  optionsJSON: infer O
}) => unknown
  ? O
  : never

/** False in browsers without them, and where the address is a number: keys are for names. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)
}

/** Null when the person or the browser did not go through with it. */
export async function signByKey(options: Record<string, unknown>): Promise<SignedByKey | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Options<'startAuthentication'>
  return plain(startAuthentication({ optionsJSON }))
}

/** Null when the person or the browser did not go through with it, also when the device has one already. */
export async function makeKey(options: Record<string, unknown>): Promise<NewKey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Options<'startRegistration'>
  return plain(startRegistration({ optionsJSON }))
}

async function plain<Answer>(asked: Promise<object>): Promise<Answer | null> {
  try {
    return JSON.parse(JSON.stringify(await asked))
  } catch {
    return null
  }
}
