/** Kept of each person in a workspace, the newest. */
export const recentVisitsLimit = 20

/** What can be visited, by the names of the reference product: a work item is an issue. */
export const visitedKinds = ['issue', 'page', 'project'] as const
export type VisitedKind = (typeof visitedKinds)[number]
