import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import {
  canCreatePages,
  canEditPage,
  canEditPageContent,
  canManagePage,
  canMovePage,
  canPlacePage,
  canPublishPage,
} from '#common/pages/pages/rules.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { canUseTemplates } from '#common/pages/templates/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { readPageActor } from '../../platform/person/page-actor.ts'
import { projectRoleAtom, useCanCreateItems } from '../../platform/person/roles.ts'

/** Pages of a project or of the workspace itself (null), including archived ones. */
export const pagesAtom = atomFamily((projectId: string | null) =>
  atom((get) => get(tables.pages.allAtom).filter((page) => pageBelongsToContainer(projectId, page))),
)

export function pageBelongsToContainer(
  projectId: string | null,
  { project_ids }: Pick<PageRow, 'project_ids'>,
): boolean {
  return projectId === null ? project_ids.length === 0 : project_ids.includes(projectId)
}

/** The current user with the permissions for pages of the workspace itself. */
const memberAtom = atom((get) => readPageActor(get, []))

export const canCreateWorkspacePagesAtom = atom((get) => canCreatePages(get(memberAtom)))

/** Returns true if the user can create pages in the project, or in the workspace if `projectId` is null. */
export function useCanCreatePages(projectId: string | null): boolean {
  const inProject = useCanCreateItems(projectId ?? '')
  const inWorkspace = useAtomValue(canCreateWorkspacePagesAtom)
  return projectId === null ? inWorkspace : inProject
}

/**
 * Returns true if the user can use templates. Members can use templates even while page creation is switched
 * off.
 */
export function useCanUseTemplates(projectId: string | null): boolean {
  const projectRole = useAtomValue(projectRoleAtom(projectId ?? ''))
  const member = useAtomValue(memberAtom)
  return canUseTemplates(projectId === null ? member : { role: projectRole })
}

/** The current user with the permissions for pages of a project, or of the workspace itself (null). */
export const pageContainerActorAtom = atomFamily((projectId: string | null) =>
  atom((get) => readPageActor(get, projectId === null ? [] : [projectId])),
)

/** The current user with the permissions for one page. */
const actorAtom = atomFamily((id: string) =>
  atom((get) => readPageActor(get, get(tables.pages.rowAtom(id))?.project_ids ?? [])),
)

const none = {
  rename: false,
  place: false,
  write: false,
  edit: false,
  manage: false,
  share: false,
  publish: false,
  move: false,
}

/** The current user with the permissions for a page. Null if the page is not loaded. */
export const pageActorAtom = atomFamily((id: string) =>
  atom((get) => {
    const page = get(tables.pages.rowAtom(id))
    return page === undefined ? null : get(actorAtom(id))
  }),
)

/** Permissions of the current user for a page, by the same rules as on the server. */
export const pageRightsAtom = atomFamily((id: string) =>
  atom((get) => {
    const page = get(tables.pages.rowAtom(id))
    const actor = get(pageActorAtom(id))
    if (page === undefined || actor === null) return none
    return {
      rename: canEditPage(actor, page) && !page.is_locked && page.archived_at === null,
      place: canPlacePage(actor, page) && !page.is_locked && page.archived_at === null,
      edit: canEditPage(actor, page),
      write: canEditPageContent(actor, page),
      manage: canManagePage(actor, page),
      share: canManagePage(actor, page) && page.archived_at === null,
      publish: canPublishPage(actor, page),
      move: canMovePage(actor, page) && canCreatePages(actor) && !page.is_locked && page.archived_at === null,
    }
  }),
)

export function isPrivatePage(page: PageRow): boolean {
  return page.access === 1
}

/** Returns true if the page of another user is shared with the current user individually. */
export function isSharedWithMe(page: PageRow, myId: string | undefined): boolean {
  return myId !== undefined && page.owned_by !== myId && page.shares[myId] !== undefined
}
