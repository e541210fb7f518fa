/** Figures add up these units, besides the number of items. */
export const summedTypes = ['points', 'time'] as const
export type SummedType = (typeof summedTypes)[number]
