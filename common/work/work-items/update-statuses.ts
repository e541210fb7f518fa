/** How an epic goes, as somebody says it now and then. */
export const updateStatuses = ['on_track', 'at_risk', 'off_track'] as const
export type UpdateStatus = (typeof updateStatuses)[number]
