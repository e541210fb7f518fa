import { currentSlug } from '../shell/workspace.ts'

export type InboxTab = 'all' | 'mentions'

/** Below the address of the workspace. */
export const inboxSection = '/notifications'

export function inboxPath(tab: InboxTab, id: string | null): string {
  const query = new URLSearchParams({ ...(tab === 'mentions' && { tab }), ...(id !== null && { id }) })
  const text = query.toString()
  return `/${currentSlug()}${inboxSection}${text === '' ? '' : `?${text}`}`
}
