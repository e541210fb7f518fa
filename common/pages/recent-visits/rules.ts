/** Kept of each person in a workspace, the newest; of pages more are kept, by which their lists are ordered. */
export const recentVisitsLimit = 20
export const pageVisitsLimit = 200

/** What can be visited, by the names of the reference product: a work item is an issue. */
export const visitedKinds = ['issue', 'page', 'project'] as const
export type VisitedKind = (typeof visitedKinds)[number]
