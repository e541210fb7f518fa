/** Maximum number of lines of an activity export. */
export const activityExportLimit = 10_000

/** Number of months that the activity graph of a profile shows. */
export const activityGraphMonths = 6
