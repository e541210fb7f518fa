import { currentSlug } from '../../platform/shell/workspace.ts'

export type InboxTab = 'all' | 'mentions'

/** Below the address of the workspace. */
export const inboxSection = '/notifications'

/** With the comment that it leads to, where something was said. */
export function inboxPath(tab: InboxTab, id: string | null, comment?: string): string {
  const query = new URLSearchParams({ ...(tab === 'mentions' && { tab }), ...(id !== null && { id }) })
  const text = query.toString()
  return `/${currentSlug()}${inboxSection}${text === '' ? '' : `?${text}`}${comment === undefined ? '' : `#comment-${comment}`}`
}
