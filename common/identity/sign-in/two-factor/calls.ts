import { z } from 'zod'
import { declareCalls } from '../../../platform/call.ts'
import { singleLineText } from '../../../platform/fields.ts'
import { passkey, passkeyOptions, passkeyRegistration } from './passkeys.ts'
import { maxPasskeyNameLength } from './rules.ts'
import { codeBody, identityProofBody, newRecoveryCodes, newTotp, twoFactorStatus } from './schema.ts'

const passkeyName = singleLineText(maxPasskeyNameLength)

/** Calls for the settings of two-factor authentication. API tokens cannot use these calls. */
export const twoFactorCalls = declareCalls('account', {
  getSecondFactor: {
    summary: 'Get the two-factor authentication settings of your account',
    method: 'GET',
    path: '/api/users/me/second-factor/',
    who: 'signed-in',
    answer: twoFactorStatus,
  },
  generateProofCode: {
    summary: 'Email a code to confirm a change of your two-factor authentication',
    method: 'POST',
    path: '/api/users/me/second-factor/generate-code/',
    who: 'signed-in',
    answer: z.object({ message: z.string() }),
    fails: ['rate_limited'],
  },
  beginTotp: {
    summary: 'Create the secret for an authenticator app. It requires confirmation with a code',
    method: 'POST',
    path: '/api/users/me/second-factor/totp/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    secretAnswer: true,
    status: 201,
    answer: newTotp,
    fails: ['rate_limited', 'conflict'],
  },
  confirmTotp: {
    summary: 'Confirm an authenticator app with a code. Your other sessions end',
    method: 'POST',
    path: '/api/users/me/second-factor/totp/confirm/',
    who: 'signed-in',
    body: codeBody,
    transactions: 'own',
    secretAnswer: true,
    answer: newRecoveryCodes,
    fails: ['rate_limited'],
  },
  removeTotp: {
    summary: 'Remove your authenticator app',
    method: 'POST',
    path: '/api/users/me/second-factor/totp/remove/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    fails: ['rate_limited'],
  },
  beginPasskey: {
    summary: 'Get the options to create a passkey in the browser',
    method: 'POST',
    path: '/api/users/me/passkeys/begin/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    answer: passkeyOptions,
    fails: ['rate_limited'],
  },
  addPasskey: {
    summary: 'Add a passkey that the browser created',
    method: 'POST',
    path: '/api/users/me/passkeys/',
    who: 'signed-in',
    body: z.object({ name: passkeyName, credential: passkeyRegistration }),
    transactions: 'own',
    secretAnswer: true,
    status: 201,
    answer: newRecoveryCodes.extend({ passkey }),
    fails: ['conflict'],
  },
  beginPasskeyProof: {
    summary: 'Get the passkey challenge for a change of your two-factor authentication',
    method: 'POST',
    path: '/api/users/me/passkeys/prove/',
    who: 'signed-in',
    transactions: 'own',
    answer: passkeyOptions,
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    method: 'PATCH',
    path: '/api/users/me/passkeys/{passkey_id}/',
    who: 'signed-in',
    body: z.object({ name: passkeyName }),
    answer: passkey,
  },
  removePasskey: {
    summary: 'Remove a passkey',
    method: 'POST',
    path: '/api/users/me/passkeys/{passkey_id}/remove/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    fails: ['rate_limited'],
  },
  renewRecoveryCodes: {
    summary: 'Replace your recovery codes with ten new ones',
    method: 'POST',
    path: '/api/users/me/second-factor/recovery-codes/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    secretAnswer: true,
    status: 201,
    answer: newRecoveryCodes,
    fails: ['rate_limited'],
  },
})
