export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const
export type Priority = (typeof priorities)[number]

export function isPriority(key: string): key is Priority {
  return priorities.some((priority) => priority === key)
}
