/**
 * Maximum number of months without changes that an admin can choose before items are archived or closed. 0 turns
 * the automation off.
 */
export const maxAutomationMonths = 12

/** The length of a month in days for automations. */
export const daysPerAutomationMonth = 30

/** Groups of the states that closed items may get. */
export const autoCloseStateGroups = ['completed', 'cancelled'] as const

/** Maximum number of items in a preview. */
export const maxPreviewedItems = 20
