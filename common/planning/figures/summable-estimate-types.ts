/** The units in which estimates can be added. */
export const summableEstimateTypes = ['points', 'time'] as const
export type SummableEstimateType = (typeof summableEstimateTypes)[number]
