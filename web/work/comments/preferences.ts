import { atomWithStorage } from 'jotai/utils'

const onInit = { getOnInit: true }

export type StreamFilter = 'all' | 'comments' | 'changes'
export const streamFilterAtom = atomWithStorage<StreamFilter>('activity-shown', 'all', undefined, onInit)

export type Order = 'oldest' | 'newest'
export const orderAtom = atomWithStorage<Order>('activity-order', 'oldest', undefined, onInit)
