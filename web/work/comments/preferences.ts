import { atomWithStorage } from 'jotai/utils'

const onInit = { getOnInit: true }

export type StreamFilter = 'all' | 'comments' | 'changes'
export const streamFilterAtom = atomWithStorage<StreamFilter>('activity-shown', 'all', undefined, onInit)

export type ActivityOrder = 'oldest' | 'newest'
export const activityOrderAtom = atomWithStorage<ActivityOrder>('activity-order', 'oldest', undefined, onInit)
