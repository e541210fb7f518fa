import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Presence } from '#common/changes.ts'
import { liveSocket, onPresence } from '../sync/socket.ts'
import { store } from '../sync/store.ts'

/** Who else is at a place, one entry a tab. */
const placeAtom = atomFamily((_place: string) => atom<Presence[]>([]))

onPresence((place, people) => {
  const own = liveSocket().id
  store.set(placeAtom(place), people.filter((person) => person.client_id !== own))
})

/** Says that this tab is at a place, and what it does there; answers who else is. */
export function usePresence(place: string | null, doing?: Pick<Presence, 'item_id' | 'doing'>): Presence[] {
  const here = useAtomValue(placeAtom(place ?? ''))
  const item = doing?.item_id
  const what = doing?.doing
  useEffect(() => {
    if (place === null) return
    const socket = liveSocket()
    const tell = () => socket.emit('presence', { place, ...(item && { item_id: item }), ...(what && { doing: what }) })
    if (socket.connected) tell()
    socket.on('connect', tell)
    return () => {
      socket.off('connect', tell)
      socket.emit('presence', null)
    }
  }, [place, item, what])
  return here
}

/** Who is busy with one row of a place. */
export const busyAtom = atomFamily((key: string) => {
  const [place = '', item = ''] = key.split('|')
  return atom((get) => get(placeAtom(place)).find((person) => person.item_id === item) ?? null)
})
