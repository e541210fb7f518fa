import type { Presence } from './changes.ts'

/**
 * Version of the `/live` protocol. A client may send its version in `auth.protocol`; without one, this version is
 * assumed. Increase it if older clients would break.
 */
export const liveProtocol = 2

/** The first event on a new connection. */
export interface Hello {
  protocol: number
}

/** New or changed entries of a presence target, and the client ids that have left. */
export interface PresenceChanges {
  changed: Presence[]
  left: string[]
  /** Total number of tabs at the presence target. If there are many, only some of them are listed. */
  count: number
}

/** Name of a presence target. */
export interface PresenceTargetName {
  /** Null for a page of the workspace. */
  project_id: string | null
  /** Name of the project, item or page. */
  name: string
  /** Key of a work item, such as `ATL-1`. */
  key: string | null
}

/** The current presence target of a colleague. */
export interface Colleague extends PresenceTargetName {
  user_id: string
  /** `project:{id}`, `work_item:{id}` or `page:{id}`. */
  place: string
}

/** Starts or ends the subscription of a tab to what colleagues in a workspace are viewing. */
export interface ColleaguesRequest {
  /** Id of the workspace. */
  workspace: string
  gone?: true
}
