/** The units in which estimates can be added. */
export const summedTypes = ['points', 'time'] as const
export type SummedType = (typeof summedTypes)[number]
