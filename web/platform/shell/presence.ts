import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useEffect } from 'react'
import type { Presence } from '#common/platform/changes.ts'
import { connectionAtom, liveSocket, onPresence, store } from '../app/sync.ts'
import { useVisit } from './visits.ts'

/** Other tabs that view a presence target, one entry per tab. */
const presenceAtom = atomFamily((_place: string) => atom<Presence[]>([]))

onPresence((place, next) => {
  const own = liveSocket()?.id
  store.set(presenceAtom(place), (before) => next(before).filter((person) => person.client_id !== own))
})

/** Registers this tab at a presence target with its current activity. Returns the other users at this target. */
export function usePresence(place: string | null, doing?: Pick<Presence, 'item_id' | 'doing'>): Presence[] {
  const here = useAtomValue(presenceAtom(place ?? ''))
  useVisit(place)
  const item = doing?.item_id
  const what = doing?.doing
  // Before the workspace is subscribed, the socket has no access to presence.
  const isLive = useAtomValue(connectionAtom) === 'live'
  useEffect(() => {
    if (place === null || !isLive) return
    liveSocket()?.emit('presence', { place, ...(item && { item_id: item }), ...(what && { doing: what }) })
  }, [place, item, what, isLive])
  // A separate effect, because changing the activity is not leaving.
  useEffect(() => {
    if (place === null || !isLive) return
    const socket = liveSocket()
    return () => void socket?.emit('presence', { place, gone: true })
  }, [place, isLive])
  return here
}

/** The tabs at the presence target in which users are writing a comment. */
export const typingAtom = atomFamily((place: string) =>
  atom((get) => get(presenceAtom(place)).filter((person) => person.doing === 'typing')),
)

/** The user who is editing or dragging one row of a presence target. */
export const busyAtom = atomFamily((key: string) => {
  const [place = '', item = ''] = key.split('|')
  return atom((get) => get(presenceAtom(place)).find((person) => person.item_id === item) ?? null)
})
