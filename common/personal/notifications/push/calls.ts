import { z } from 'zod'
import { declareCalls } from '../../../platform/call.ts'
import { pushEndpointLength } from './rules.ts'
import { pushDevice } from './schema.ts'

const all = '/api/users/me/push-devices/'
const one = '/api/users/me/push-devices/{push_device_id}/'

/** Keys of a push subscription (RFC 8291): an uncompressed P-256 point and 16 bytes, both in base64url. */
const p256dh = z.string().regex(/^B[\w-]{86}=?$/, 'Invalid browser key.')
const auth = z.string().regex(/^[\w-]{22}(==)?$/, 'Invalid browser secret.')
const endpoint = z
  .url({ protocol: /^https$/, error: 'Invalid URL of a push service.' })
  .max(pushEndpointLength)

/** Browsers that receive push messages (Web Push). A registration ends with its session. */
export const pushCalls = declareCalls('account', {
  getPushKey: {
    summary: 'The key by which push services know this installation',
    method: 'GET',
    path: '/api/users/me/push-key/',
    who: 'signed-in',
    answer: z.object({ key: z.string() }),
  },
  listPushDevices: {
    summary: 'The browsers in which one is told of what happens',
    method: 'GET',
    path: all,
    who: 'signed-in',
    answer: z.array(pushDevice),
  },
  addPushDevice: {
    summary: 'Be told in this browser, by the subscription that it made',
    method: 'POST',
    path: all,
    who: 'signed-in',
    body: z.object({ endpoint, keys: z.object({ p256dh, auth }) }),
    status: 201,
    answer: pushDevice,
    fails: ['invalid'],
  },
  removePushDevice: {
    summary: 'Be told in that browser no more',
    method: 'DELETE',
    path: one,
    who: 'signed-in',
  },
  testPushDevice: {
    summary: 'Send something to that browser now, to see that it comes',
    method: 'POST',
    path: `${one}test/`,
    who: 'signed-in',
  },
})
