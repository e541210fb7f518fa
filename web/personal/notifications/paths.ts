import { currentSlug } from '../../platform/shell/workspace.ts'

export type InboxTab = 'all' | 'mentions'

/** The path of the inbox below the path of the workspace. */
export const inboxSectionPath = '/notifications'

/** Returns the path of a notification in the inbox. With `comment`, the path also leads to this comment. */
export function inboxPath(tab: InboxTab, id: string | null, comment?: string): string {
  const query = new URLSearchParams({ ...(tab === 'mentions' && { tab }), ...(id !== null && { id }) })
  const text = query.toString()
  return `/${currentSlug()}${inboxSectionPath}${text === '' ? '' : `?${text}`}${comment === undefined ? '' : `#comment-${comment}`}`
}
