/**
 * Values that summarize the Git references of a work item: the state of its pull requests, or `linked` if it
 * has only branches and commits.
 */
export const gitItemStates = ['linked', 'draft', 'open', 'merged', 'closed'] as const
export type GitItemState = (typeof gitItemStates)[number]
