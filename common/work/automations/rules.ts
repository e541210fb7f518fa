/** The maximum number of months without changes after which items are archived or closed. 0 turns the automation off. */
export const automationMonthsLimit = 12

/** The length of a month in days for automations. */
export const automationMonthDays = 30

/** The state groups that items may be closed into. */
export const closingGroups = ['completed', 'cancelled'] as const

/** The maximum number of items in a preview. */
export const previewedItems = 20
