import { z } from 'zod'
import { declareCalls } from '../../../platform/call.ts'
import { line } from '../../../platform/fields.ts'
import { passkey, passkeyOptions, passkeyRegistration } from './passkeys.ts'
import { passkeyNameLength } from './rules.ts'
import { codeBody, newRecoveryCodes, newTotp, proofBody, twoFactor } from './schema.ts'

const passkeyName = line(passkeyNameLength)

/** Settings of two-factor authentication. API tokens cannot use them. */
export const twoFactorCalls = declareCalls('account', {
  getSecondFactor: {
    summary: 'What the own account asks for besides the password or mailed code',
    method: 'GET',
    path: '/api/users/me/second-factor/',
    who: 'signed-in',
    answer: twoFactor,
  },
  generateProofCode: {
    summary: 'Mail a code to the own address, for a change of the second factor that asks for one',
    method: 'POST',
    path: '/api/users/me/second-factor/generate-code/',
    who: 'signed-in',
    answer: z.object({ message: z.string() }),
    fails: ['rate_limited'],
  },
  beginTotp: {
    summary: 'A secret for an app that makes codes; it counts once a code of it was confirmed',
    method: 'POST',
    path: '/api/users/me/second-factor/totp/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    secretAnswer: true,
    status: 201,
    answer: newTotp,
    fails: ['rate_limited', 'conflict'],
  },
  confirmTotp: {
    summary: 'Confirm the app by a code of it, which ends every other session',
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
    summary: 'Ask for no codes of the app any more',
    method: 'POST',
    path: '/api/users/me/second-factor/totp/remove/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    fails: ['rate_limited'],
  },
  beginPasskey: {
    summary: 'What a browser is asked to make a new passkey',
    method: 'POST',
    path: '/api/users/me/passkeys/begin/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    answer: passkeyOptions,
    fails: ['rate_limited'],
  },
  addPasskey: {
    summary: 'Keep the passkey that the browser has made',
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
    summary: 'What a passkey has to sign before a change of the second factor',
    method: 'POST',
    path: '/api/users/me/passkeys/prove/',
    who: 'signed-in',
    transactions: 'own',
    answer: passkeyOptions,
  },
  renamePasskey: {
    summary: 'Give one of the own passkeys another name',
    method: 'PATCH',
    path: '/api/users/me/passkeys/{passkey_id}/',
    who: 'signed-in',
    body: z.object({ name: passkeyName }),
    answer: passkey,
  },
  removePasskey: {
    summary: 'Take no signature of one of the own passkeys any more',
    method: 'POST',
    path: '/api/users/me/passkeys/{passkey_id}/remove/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    fails: ['rate_limited'],
  },
  renewRecoveryCodes: {
    summary: 'Ten new recovery codes in place of those there are',
    method: 'POST',
    path: '/api/users/me/second-factor/recovery-codes/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    secretAnswer: true,
    status: 201,
    answer: newRecoveryCodes,
    fails: ['rate_limited'],
  },
})
