import { Secret, TOTP } from 'otpauth'
import type { NewRecoveryCodes, NewTotp } from '#common/identity/sign-in/two-factor/schema.ts'
import { runSql } from './api-client.ts'
import type { BrowserClient } from './browser-client.ts'
import type { TestServer } from './server.ts'

/**
 * Returns the code that an authenticator app shows. `steps` is the difference to now in steps of thirty
 * seconds.
 */
export function generateAuthenticatorCode(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

export interface AccountWithAuthenticator {
  secret: string
  recovery_codes: string[]
}

/**
 * Sets up an authenticator app for the signed-in person, as the screen does. The code of the previous time
 * step cannot be used afterwards.
 */
export async function setUpAuthenticator(
  server: Pick<TestServer, 'databaseUrl'>,
  browser: BrowserClient,
  password: string,
): Promise<AccountWithAuthenticator> {
  const { id } = JSON.parse((await browser.send('getMe')).text)
  // If the email address is verified, the password alone is sufficient proof.
  await runSql(server.databaseUrl, 'update users set is_email_verified = true where id = $1', [id])
  const begun = await browser.send('beginTotp', { json: { password } })
  if (begun.status !== 201) throw new Error(`${begun.status}: ${begun.text}`)
  const { secret }: NewTotp = JSON.parse(begun.text)
  const confirmed = await browser.send('confirmTotp', {
    json: { code: generateAuthenticatorCode(secret, -1) },
  })
  if (confirmed.status !== 200) throw new Error(`${confirmed.status}: ${confirmed.text}`)
  const { recovery_codes }: NewRecoveryCodes = JSON.parse(confirmed.text)
  return { secret, recovery_codes }
}

/** Returns a code of six digits that is not valid around the current time. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => generateAuthenticatorCode(secret, steps))
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.includes(code)) ?? ''
  )
}
