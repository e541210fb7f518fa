/**
 * Number of newest visits stored per person and workspace. More page visits are stored, because page lists are sorted
 * by the last visit.
 */
export const recentVisitsLimit = 20
export const pageVisitsLimit = 200

/** Names of visited entities in the compatible API, which calls a work item an issue. */
export const visitedKinds = ['issue', 'page', 'project'] as const
export type VisitedKind = (typeof visitedKinds)[number]
