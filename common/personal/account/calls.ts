import { z } from 'zod'
import { signInProviders } from '../../identity/sign-in/providers.ts'
import { proofBody } from '../../identity/sign-in/two-factor/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { accountDeletion, linkedAccount, offeredAccount, session } from './schema.ts'

const text = z.string().max(1000).default('')

/** Deactivation, deletion and sessions of the caller's account. API tokens cannot use these calls. */
export const accountCalls = declareCalls('account', {
  deactivateMe: {
    summary: 'Deactivate the own account: memberships, sessions and API tokens end, the work stays',
    method: 'DELETE',
    path: '/api/users/me/',
    who: 'signed-in',
    fails: ['invalid'],
  },
  getAccountDeletion: {
    summary: 'What would go with the own account and what would stay',
    method: 'GET',
    path: '/api/users/me/deletion/',
    who: 'signed-in',
    answer: accountDeletion,
  },
  deleteAccount: {
    summary:
      'Delete the own account, by what `getSecondFactor` says that is asked; what was made for others stays, without name',
    method: 'POST',
    path: '/api/users/me/deletion/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    fails: ['invalid'],
  },
  listMyAccounts: {
    summary: 'The accounts elsewhere by which one signs in',
    method: 'GET',
    path: '/api/users/me/accounts/',
    who: 'signed-in',
    answer: z.array(linkedAccount),
  },
  getMyAccount: {
    summary: 'One of the accounts elsewhere by which one signs in',
    method: 'GET',
    path: '/api/users/me/accounts/{account_id}/',
    who: 'signed-in',
    answer: linkedAccount,
  },
  linkAccount: {
    summary: 'Begin to link an account elsewhere: the address that the browser goes to for it',
    method: 'POST',
    path: '/api/users/me/accounts/',
    who: 'signed-in',
    body: proofBody.extend({ provider: z.enum(signInProviders), next_path: text }),
    transactions: 'own',
    answer: z.object({ url: z.string() }),
  },
  unlinkAccount: {
    summary: 'Sign in by an account elsewhere no longer, as long as another way in is left',
    method: 'DELETE',
    path: '/api/users/me/accounts/{account_id}/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
  },
  getOfferedAccount: {
    summary: 'The account elsewhere by which this browser came, whose address is that of the own account',
    method: 'GET',
    path: '/api/users/me/offered-account/',
    who: 'signed-in',
    answer: z.object({ offered: offeredAccount.nullable() }),
  },
  acceptOfferedAccount: {
    summary: 'Sign in by that account from now on',
    method: 'POST',
    path: '/api/users/me/offered-account/',
    who: 'signed-in',
    body: proofBody,
    transactions: 'own',
    answer: linkedAccount,
  },
  declineOfferedAccount: {
    summary: 'Forget that account',
    method: 'DELETE',
    path: '/api/users/me/offered-account/',
    who: 'signed-in',
  },
  listSessions: {
    summary: 'The browsers in which one is signed in, the one used last on top',
    method: 'GET',
    path: '/api/users/me/sessions/',
    who: 'signed-in',
    answer: z.array(session),
  },
  endSession: {
    summary: 'End one of the own sessions',
    method: 'DELETE',
    path: '/api/users/me/sessions/{session_id}/',
    who: 'signed-in',
  },
  endOtherSessions: {
    summary: 'End all of the own sessions but the one that asks',
    method: 'DELETE',
    path: '/api/users/me/sessions/',
    who: 'signed-in',
  },
  generateEmailCode: {
    summary: 'Mail a code to the e-mail address that one wants to have from now on',
    method: 'POST',
    path: '/api/users/me/email/generate-code/',
    who: 'signed-in',
    body: proofBody.extend({ email: text }),
    transactions: 'own',
    answer: z.object({ message: z.string() }),
    fails: ['rate_limited'],
  },
  changeEmail: {
    summary:
      'Change the own e-mail address by the code that was mailed there, which ends every other session',
    method: 'PATCH',
    path: '/api/users/me/email/',
    who: 'signed-in',
    body: z.object({ email: text, code: text }),
    transactions: 'own',
    answer: z.object({ message: z.string(), email: z.string() }),
  },
})
