import { z } from 'zod'
import { passwordForm } from '../../identity/sign-in/schema.ts'
import { me } from '../../identity/users/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { looseBooleanField } from '../../platform/fields.ts'

const text = z.string().max(1000).default('')

/**
 * Calls for the sign-in of the administration client of Plane. The sign-in creates an ordinary session, so
 * instance admins need not sign in twice.
 */
export const instanceAdminCalls = declareCalls('auth', {
  getInstanceAdminSession: {
    summary: 'Whether an instance admin is signed in',
    method: 'GET',
    path: '/api/instances/admins/session/',
    who: 'anyone',
    answer: z.object({ is_authenticated: z.boolean(), user: me.optional() }),
  },
  signInInstanceAdmin: {
    summary: 'Sign in as an instance admin with a password',
    method: 'POST',
    path: '/api/instances/admins/sign-in/',
    who: 'anyone',
    form: true,
    body: passwordForm,
    transactions: 'own',
    status: 302,
  },
  signUpInstanceAdmin: {
    summary: 'Create the account of the first instance admin',
    method: 'POST',
    path: '/api/instances/admins/sign-up/',
    who: 'anyone',
    form: true,
    body: passwordForm.extend({
      first_name: text,
      last_name: text,
      company_name: text,
      is_telemetry_enabled: looseBooleanField.optional(),
    }),
    transactions: 'own',
    status: 302,
  },
  signOutInstanceAdmin: {
    summary: 'End this session',
    method: 'POST',
    path: '/api/instances/admins/sign-out/',
    who: 'anyone',
    form: true,
    body: passwordForm.pick({ csrfmiddlewaretoken: true, next_path: true }),
    status: 302,
  },
  visitSignUpScreen: {
    summary: 'Record that somebody has opened the screen for the first account',
    method: 'POST',
    path: '/api/instances/admins/sign-up-screen-visited/',
    who: 'anyone',
  },
})
