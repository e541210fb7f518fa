import type { EstimateType } from './rules.ts'

/**
 * Predefined sets of values. A template whose name begins with `own_` has only one value, from which users
 * build their own set.
 */
export const estimateTemplates = {
  fibonacci: { type: 'points', values: ['1', '2', '3', '5', '8', '13'] },
  linear: { type: 'points', values: ['1', '2', '3', '4', '5', '6'] },
  squares: { type: 'points', values: ['1', '4', '9', '16', '25', '36'] },
  own_points: { type: 'points', values: ['1'] },
  shirts: { type: 'categories', values: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
  easy_to_hard: { type: 'categories', values: ['Easy', 'Medium', 'Hard', 'Very Hard'] },
  own_categories: { type: 'categories', values: ['Small'] },
  hours: { type: 'time', values: ['60', '120', '180', '240', '300', '360'] },
  own_time: { type: 'time', values: ['30'] },
} as const satisfies Record<string, { type: EstimateType; values: readonly string[] }>
export type EstimateTemplate = keyof typeof estimateTemplates
