/** The statuses of an epic update. */
export const updateStatuses = ['on_track', 'at_risk', 'off_track'] as const
export type UpdateStatus = (typeof updateStatuses)[number]
