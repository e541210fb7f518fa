import type { Presence } from './changes.ts'

/** Of `/live`. A client may name the one it speaks in `auth.protocol`; whoever names none speaks this. Raised when older clients would go wrong. */
export const liveProtocol = 2

/** The first event on a new connection. */
export interface Hello {
  protocol: number
}

/** Who has come to a place or does something else there, and the client ids of those who have left. */
export interface PresenceChanges {
  changed: Presence[]
  left: string[]
  /** Tabs at the place in all; of a crowd only some are named. */
  count: number
}

/** What a place of presence is called. */
export interface PlaceName {
  /** Null of a page of the workspace itself. */
  project_id: string | null
  /** The project's, the item's or the page's. */
  name: string
  /** Of a work item, such as `ATL-1`. */
  key: string | null
}

/** Where somebody of the workspace is now. */
export interface Colleague extends PlaceName {
  user_id: string
  /** `project:{id}`, `work_item:{id}` or `page:{id}`. */
  place: string
}

/** A tab wants to know where colleagues are, in one of the workspaces that it follows, or no longer. */
export interface ColleaguesRequest {
  /** Its id. */
  workspace: string
  gone?: true
}
