/** Groups of states, which define the meaning of a state, in the order of a typical workflow. */
export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage'] as const

export function isStateGroup(key: string): key is (typeof stateGroups)[number] {
  return stateGroups.some((group) => group === key)
}
