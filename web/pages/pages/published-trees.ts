import { atom, type Getter } from 'jotai'
import { atomFamily } from 'jotai-family'
import { effectiveProjectRole } from '#common/organization/projects/rules.ts'
import { canPublishPage, workspacePageActor } from '#common/pages/pages/rules.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { role } from '#common/platform/roles.ts'
import { tables } from '../../platform/app/sync.ts'

/**
 * The page through whose link everybody can read a page: the page itself, or an ancestor that is published with its
 * sub-pages. Null if the page is not public. Follows the rules of the server: the publisher must be able to publish each
 * page between the two pages.
 */
export const publicThroughAtom = atomFamily((id: string) =>
  atom((get) => findPublishedPage(get, id, (page) => page.id === id || hasPublicSubPages(page))),
)

/** The page through whose link everybody can read shared pages below a page, or null. */
export const publicTreeAtom = atomFamily((id: string) =>
  atom((get) => findPublishedPage(get, id, hasPublicSubPages)),
)

function hasPublicSubPages({ publication }: PageRow): boolean {
  return publication?.has_sub_pages === true
}

function findPublishedPage(get: Getter, id: string, isIncluded: (page: PageRow) => boolean): PageRow | null {
  const path: PageRow[] = []
  for (let page = get(tables.pages.rowAtom(id)); page !== undefined && !path.includes(page); ) {
    path.push(page)
    const { publication, parent } = page
    if (publication !== null && isIncluded(page) && canPublishAll(get, publication.published_by, path))
      return page
    page = parent === null ? undefined : get(tables.pages.rowAtom(parent))
  }
  return null
}

function canPublishAll(get: Getter, publisher: string, pages: readonly PageRow[]): boolean {
  const actor = publisherActor(get, publisher, pages.at(-1)?.project_ids ?? [])
  return pages.every((page) => canPublishPage(actor, page))
}

/** Returns the publisher with the highest role in the projects, or in the workspace if there are no projects. */
function publisherActor(get: Getter, user_id: string, projectIds: readonly string[]) {
  const isPublisher = (row: { member_id: string; is_active: boolean }) =>
    row.member_id === user_id && row.is_active
  const member = get(tables.workspace_members.allAtom).find(isPublisher)
  // The members are not loaded yet, or the user cannot see them. Treat the page as public, to be on the safe side.
  if (member === undefined) return { user_id, role: role.admin, sees_all: true }
  if (projectIds.length === 0) return workspacePageActor(user_id, member.role)
  const given = get(tables.project_members.allAtom)
    .filter((row) => isPublisher(row) && projectIds.includes(row.project_id))
    .map((row) => effectiveProjectRole(member.role, row.role))
  const best = member.role === role.admin ? role.admin : given.sort((a, b) => b - a)[0]
  return { user_id, role: best ?? null, sees_all: (best ?? 0) >= role.member }
}
