/** What a state means, in the order in which work goes through them. */
export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage'] as const
