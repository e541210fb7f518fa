/** Keys that group a listing; every one is single-valued and known in full, so empty groups can be shown. */
export const groupKeys = ['state_id', 'priority'] as const
export type GroupKey = (typeof groupKeys)[number]

const sortable = [
  'sort_order',
  'created_at',
  'updated_at',
  'start_date',
  'target_date',
  'priority',
  'sequence_id',
] as const
export type SortKey = (typeof sortable)[number]
export type OrderKey = SortKey | `-${SortKey}`

export const orderKeys: readonly OrderKey[] = sortable.flatMap((key) => [key, `-${key}`] as const)

export const perPageDefault = 1000
export const perPageMax = 1000
/** What a client asks for at once, for each column of a board and each group of a list. */
export const boardPage = 30

/** none 0 … urgent 4: `-priority` shows the urgent first. */
export const priorityRank = { none: 0, low: 1, medium: 2, high: 3, urgent: 4 } as const
