import { z } from 'zod'
import { declareCalls } from '../../../platform/call.ts'
import { maxPushEndpointLength } from './rules.ts'
import { pushDevice } from './schema.ts'

const all = '/api/users/me/push-devices/'
const one = '/api/users/me/push-devices/{push_device_id}/'

/** Keys of a push subscription (RFC 8291): an uncompressed P-256 point and 16 bytes, both in base64url. */
const p256dh = z.string().regex(/^B[\w-]{86}=?$/, 'Invalid browser key.')
const auth = z.string().regex(/^[\w-]{22}(==)?$/, 'Invalid browser secret.')
const endpoint = z
  .url({ protocol: /^https$/, error: 'Invalid URL of a push service.' })
  .max(maxPushEndpointLength)

/**
 * Calls for browsers that receive push messages (Web Push). A browser is unregistered when its session ends.
 */
export const pushCalls = declareCalls('account', {
  getPushKey: {
    summary: 'Get the public key for push subscriptions',
    method: 'GET',
    path: '/api/users/me/push-key/',
    who: 'signed-in',
    answer: z.object({ key: z.string() }),
  },
  listPushDevices: {
    summary: 'List the browsers that receive your push notifications',
    method: 'GET',
    path: all,
    who: 'signed-in',
    answer: z.array(pushDevice),
  },
  addPushDevice: {
    summary: 'Enable push notifications in a browser',
    method: 'POST',
    path: all,
    who: 'signed-in',
    body: z.object({ endpoint, keys: z.object({ p256dh, auth }) }),
    status: 201,
    answer: pushDevice,
    fails: ['invalid'],
  },
  removePushDevice: {
    summary: 'Disable push notifications in a browser',
    method: 'DELETE',
    path: one,
    who: 'signed-in',
  },
  testPushDevice: {
    summary: 'Send a test notification to a browser',
    method: 'POST',
    path: `${one}test/`,
    who: 'signed-in',
  },
})
