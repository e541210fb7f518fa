/** Maximum number of lines of an activity export. */
export const activityExportLimit = 10_000
