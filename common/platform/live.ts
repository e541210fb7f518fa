import type { Presence } from './changes.ts'

/**
 * Version of the `/live` protocol. A client may send its version in `auth.protocol`; if it does not, the
 * current version is assumed. Increase the version if older clients would break.
 */
export const liveProtocolVersion = 2

/** Content of the first event on a new connection. */
export interface LiveConnectionHello {
  protocol: number
}

/** New or changed viewers of a project, page or item, and the client ids of tabs that have left. */
export interface PresenceChanges {
  changed: Presence[]
  left: string[]
  /** Total number of tabs that view the object. If there are many, `changed` lists only some of them. */
  count: number
}

/** A project, page or work item that a user is viewing, or a workspace if the user is viewing another screen. */
export interface ViewedObject {
  /** Project of the object; null for a workspace and for a page that belongs to no project. */
  project_id: string | null
  /** Name of the project, page or work item. Empty for a workspace. */
  name: string
  /** Key of the work item, such as `ATL-1`. Null for other objects. */
  key: string | null
}

/** A colleague, and the project, page or work item that the colleague is viewing now. */
export interface WorkspacePresence extends ViewedObject {
  user_id: string
  /**
   * The viewed object: `project:{id}`, `work_item:{id}` or `page:{id}`. It is `workspace:{id}` if the colleague is
   * viewing another screen, or an object that the receiver cannot access.
   */
  place: string
}

/** Starts or stops messages to a tab about which objects colleagues in a workspace are viewing. */
export interface WorkspacePresenceRequest {
  /** Id of the workspace. */
  workspace: string
  gone?: true
}
