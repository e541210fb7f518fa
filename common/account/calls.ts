import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { linkedAccount, session } from './schema.ts'

const text = z.string().max(1000).default('')

/** How a person comes into their account and out of it. None of it is open to API tokens. */
export const accountCalls = declareCalls({
  deactivateMe: {
    area: 'account',
    summary: 'Deactivate the own account: memberships, sessions and API tokens end, the work stays',
    method: 'DELETE',
    path: '/api/users/me/',
    who: 'signed-in',
    status: 204,
    fails: ['invalid'],
  },
  listMyAccounts: {
    area: 'account',
    summary: 'The accounts elsewhere by which one signs in',
    method: 'GET',
    path: '/api/users/me/accounts/',
    who: 'signed-in',
    status: 200,
    answer: z.array(linkedAccount),
  },
  listSessions: {
    area: 'account',
    summary: 'The browsers in which one is signed in, the one used last on top',
    method: 'GET',
    path: '/api/users/me/sessions/',
    who: 'signed-in',
    status: 200,
    answer: z.array(session),
  },
  endSession: {
    area: 'account',
    summary: 'End one of the own sessions',
    method: 'DELETE',
    path: '/api/users/me/sessions/{session_id}/',
    who: 'signed-in',
    status: 204,
  },
  endOtherSessions: {
    area: 'account',
    summary: 'End all of the own sessions but the one that asks',
    method: 'DELETE',
    path: '/api/users/me/sessions/',
    who: 'signed-in',
    status: 204,
  },
  generateEmailCode: {
    area: 'account',
    summary: 'Mail a code to the e-mail address that one wants to have from now on',
    method: 'POST',
    path: '/api/users/me/email/generate-code/',
    who: 'signed-in',
    body: z.object({ email: text }),
    status: 200,
    answer: z.object({ message: z.string() }),
    fails: ['rate_limited'],
  },
  changeEmail: {
    area: 'account',
    summary:
      'Change the own e-mail address by the code that was mailed there, which ends every other session',
    method: 'PATCH',
    path: '/api/users/me/email/',
    who: 'signed-in',
    body: z.object({ email: text, code: text }),
    transactions: 'own',
    status: 200,
    answer: z.object({ message: z.string(), email: z.string() }),
  },
})
