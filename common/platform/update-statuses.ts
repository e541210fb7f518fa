/** The statuses of an update on an epic or a project. */
export const updateStatuses = ['on_track', 'at_risk', 'off_track'] as const
export type UpdateStatus = (typeof updateStatuses)[number]
