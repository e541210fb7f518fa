/**
 * Sums up the references of a work item: its pull requests, or `linked` if it has only branches and commits.
 */
export const gitItemStates = ['linked', 'draft', 'open', 'merged', 'closed'] as const
export type GitItemState = (typeof gitItemStates)[number]
