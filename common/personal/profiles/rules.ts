/** Maximum number of lines of an activity export. */
export const activityExportLimit = 10_000

/** Number of months of which the graph counts the activities. */
export const activityGraphMonths = 6
