import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useEffect } from 'react'
import type { Presence } from '#common/platform/changes.ts'
import { connectionAtom, liveSocket, onPresence, store } from '../app/sync.ts'
import { useVisit } from './visits.ts'

/** Who else is at a place, one entry a tab. */
const placeAtom = atomFamily((_place: string) => atom<Presence[]>([]))

onPresence((place, next) => {
  const own = liveSocket()?.id
  store.set(placeAtom(place), (before) => next(before).filter((person) => person.client_id !== own))
})

/** Says that this tab is at a place, and what it does there; answers who else is. */
export function usePresence(place: string | null, doing?: Pick<Presence, 'item_id' | 'doing'>): Presence[] {
  const here = useAtomValue(placeAtom(place ?? ''))
  useVisit(place)
  const item = doing?.item_id
  const what = doing?.doing
  // Before the workspace is subscribed to, this socket has access to no place.
  const isLive = useAtomValue(connectionAtom) === 'live'
  useEffect(() => {
    if (place === null || !isLive) return
    liveSocket()?.emit('presence', { place, ...(item && { item_id: item }), ...(what && { doing: what }) })
  }, [place, item, what, isLive])
  // Doing something else there is no leaving.
  useEffect(() => {
    if (place === null || !isLive) return
    const socket = liveSocket()
    return () => void socket?.emit('presence', { place, gone: true })
  }, [place, isLive])
  return here
}

/** Who writes a comment at a place, one entry a tab. */
export const typingAtom = atomFamily((place: string) =>
  atom((get) => get(placeAtom(place)).filter((person) => person.doing === 'typing')),
)

/** Who is busy with one row of a place. */
export const busyAtom = atomFamily((key: string) => {
  const [place = '', item = ''] = key.split('|')
  return atom((get) => get(placeAtom(place)).find((person) => person.item_id === item) ?? null)
})
