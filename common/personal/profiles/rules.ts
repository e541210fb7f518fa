/** An export of what a person did has no more lines. */
export const activityExportLimit = 10_000
