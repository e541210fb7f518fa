import { z } from 'zod'
import { signInProviders } from '../../identity/sign-in/providers.ts'
import { identityProofBody } from '../../identity/sign-in/two-factor/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { accountDeletion, linkableAccount, linkedAccount, session } from './schema.ts'

const text = z.string().max(1000).default('')

/**
 * Calls to deactivate and delete the caller's account, and to end sessions. API tokens cannot use these
 * calls.
 */
export const accountCalls = declareCalls('account', {
  deactivateMe: {
    summary: 'Deactivate your account. Memberships, sessions and tokens end, your work is kept',
    method: 'DELETE',
    path: '/api/users/me/',
    who: 'signed-in',
    fails: ['invalid'],
  },
  getAccountDeletion: {
    summary: 'Preview what the deletion of your account removes and keeps',
    method: 'GET',
    path: '/api/users/me/deletion/',
    who: 'signed-in',
    answer: accountDeletion,
  },
  deleteAccount: {
    summary: 'Delete your account. Your work for others is kept without your name',
    method: 'POST',
    path: '/api/users/me/deletion/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    fails: ['invalid'],
  },
  listMyAccounts: {
    summary: 'List your linked accounts at sign-in providers',
    method: 'GET',
    path: '/api/users/me/accounts/',
    who: 'signed-in',
    answer: z.array(linkedAccount),
  },
  getMyAccount: {
    summary: 'Get one of your linked accounts',
    method: 'GET',
    path: '/api/users/me/accounts/{account_id}/',
    who: 'signed-in',
    answer: linkedAccount,
  },
  linkAccount: {
    summary: 'Start to link an account and get the URL of the provider',
    method: 'POST',
    path: '/api/users/me/accounts/',
    who: 'signed-in',
    body: identityProofBody.extend({ provider: z.enum(signInProviders), next_path: text }),
    transactions: 'own',
    answer: z.object({ url: z.string() }),
  },
  unlinkAccount: {
    summary: 'Unlink an account. Another sign-in method must remain',
    method: 'DELETE',
    path: '/api/users/me/accounts/{account_id}/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
  },
  getOfferedAccount: {
    summary: 'Get the provider account that you can link to your account',
    method: 'GET',
    path: '/api/users/me/offered-account/',
    who: 'signed-in',
    answer: z.object({ offered: linkableAccount.nullable() }),
  },
  acceptOfferedAccount: {
    summary: 'Link the offered provider account to your account',
    method: 'POST',
    path: '/api/users/me/offered-account/',
    who: 'signed-in',
    body: identityProofBody,
    transactions: 'own',
    answer: linkedAccount,
  },
  declineOfferedAccount: {
    summary: 'Decline the offered provider account',
    method: 'DELETE',
    path: '/api/users/me/offered-account/',
    who: 'signed-in',
  },
  listSessions: {
    summary: 'List your sessions, last used first',
    method: 'GET',
    path: '/api/users/me/sessions/',
    who: 'signed-in',
    answer: z.array(session),
  },
  endSession: {
    summary: 'End one of your sessions',
    method: 'DELETE',
    path: '/api/users/me/sessions/{session_id}/',
    who: 'signed-in',
  },
  endOtherSessions: {
    summary: 'End all your sessions except the current one',
    method: 'DELETE',
    path: '/api/users/me/sessions/',
    who: 'signed-in',
  },
  generateEmailCode: {
    summary: 'Email a code to your new email address',
    method: 'POST',
    path: '/api/users/me/email/generate-code/',
    who: 'signed-in',
    body: identityProofBody.extend({ email: text }),
    transactions: 'own',
    answer: z.object({ message: z.string() }),
    fails: ['rate_limited'],
  },
  changeEmail: {
    summary: 'Change your email address with a code. Your other sessions end',
    method: 'PATCH',
    path: '/api/users/me/email/',
    who: 'signed-in',
    body: z.object({ email: text, code: text }),
    transactions: 'own',
    answer: z.object({ message: z.string(), email: z.string() }),
  },
})
