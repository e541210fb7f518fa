/** The statuses of an epic update. */
export const epicUpdateStatuses = ['on_track', 'at_risk', 'off_track'] as const
export type EpicUpdateStatus = (typeof epicUpdateStatuses)[number]
