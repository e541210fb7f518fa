/**
 * Maximum number of newest visits that are stored per user and workspace. More visits of pages are stored,
 * because page lists are sorted by the last visit.
 */
export const recentVisitsLimit = 20
export const pageVisitsLimit = 200

/** Kinds of visited objects, with the names of the API, which calls a work item an issue. */
export const visitedKinds = ['issue', 'page', 'project'] as const
export type VisitedKind = (typeof visitedKinds)[number]
