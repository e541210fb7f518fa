/** Months for which an item is left alone before it is archived or closed; 0 is off. */
export const automationMonthsLimit = 12

/** Days that count as a month there. */
export const automationMonthDays = 30

/** Groups of states that an item may be closed into. */
export const closingGroups = ['completed', 'cancelled'] as const

/** Items that are shown of those that a setting would touch. */
export const previewedItems = 20
