import type { BodySent } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import { request, store } from '../app/sync.ts'
import { meAtom, profileAtom } from '../users/session.ts'

/** Throws what was refused. */
export async function changeMe(body: BodySent<Calls['updateMe']>): Promise<void> {
  store.set(meAtom, await request('updateMe', { body }))
}

/** Throws what was refused. */
export async function changeProfile(body: BodySent<Calls['updateProfile']>): Promise<void> {
  store.set(profileAtom, await request('updateProfile', { body }))
}
