import { z } from 'zod'
import { documentContent } from '../../documents/content/content.ts'
import { maxPageNameLength } from '../../documents/content/title.ts'
import { renameCallsForWorkspace } from '../../platform/at-workspace.ts'
import { type CallerRequirement, declareCalls } from '../../platform/call.ts'
import {
  booleanQueryField,
  colorField,
  emptyAsNull,
  positionField,
  singleLineText,
} from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id } from '../../platform/time.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import { idListField } from '../../work/work-items/schema.ts'
import { pageFormats } from './rules.ts'
import {
  backLink,
  pageAccess,
  pageAppearance,
  pageDetail,
  pagePublication,
  pageResponse,
  pageWatchRow,
  syncedBlock,
  trashedPage,
} from './schema.ts'

import { pageShareRoles } from './shares.ts'
import { watchScopes } from './watches.ts'

const fields = {
  name: singleLineText(maxPageNameLength),
  color: z.union([z.literal(''), colorField]),
  logo_props: logoProps,
  /**
   * Access to the page. Only its owner and the people with whom it is shared individually can see a private page.
   */
  access: pageAccess,
  view_props: pageAppearance,
  /** Id of the parent page (see `tree.ts`). Null at the top level. */
  parent: emptyAsNull(id),
  sort_order: positionField,
  /** Labels of the page's project. Ids that do not exist are ignored. */
  label_ids: idListField,
  /** Alias of `label_ids` for clients of Plane. */
  labels: idListField,
}

const ofProject = callsAt({
  basePath: '/api/workspaces/{slug}/projects/{project_id}/',
  where: 'of a project',
  readers: { project: 'guest' },
  makers: { project: 'member' },
  editors: { project: 'member', orOwn: true },
  managers: { project: 'admin', orOwn: true },
  movers: { project: 'admin', orOwn: 'member' },
})

/**
 * Calls for pages of the workspace that belong to no project. Guests see only those pages that are shared with them
 * individually.
 */
const ofWorkspace = callsAt({
  basePath: '/api/workspaces/{slug}/',
  where: 'of the workspace',
  readers: { workspace: 'guest' },
  makers: { workspace: 'member' },
  editors: { workspace: 'member', orOwn: true },
  managers: { workspace: 'admin', orOwn: true },
  movers: { workspace: 'admin', orOwn: 'member' },
})

export const pageCalls = ofProject
export const workspacePageCalls = renameCallsForWorkspace(ofWorkspace)
/**
 * The calls for a workspace have the same names as the calls for a project, because the same handlers serve
 * both groups of calls.
 */
export type WorkspacePageCalls = typeof ofWorkspace

interface PageCallOptions<Path extends string, Access extends CallerRequirement> {
  /** Path with which the paths of all calls begin. */
  basePath: Path
  /** End of the summary of each call, for example "of a project". */
  where: string
  readers: Access
  makers: Access
  editors: Access
  managers: Access
  /**
   * Guests cannot move a page even as its owner, because they may not create pages in any project or
   * workspace.
   */
  movers: Access
}

/**
 * Declares the calls for pages of a project or of the workspace. A private page is treated as not found for
 * everybody except its owner and the people with whom it is shared.
 */
function callsAt<const Path extends string, const Access extends CallerRequirement>(
  options: PageCallOptions<Path, Access>,
) {
  return {
    ...pageRowCalls(options),
    ...pageStateCalls(options),
    ...pageShareCalls(options),
    ...pageWatchCalls(options),
    ...pagePublicationCalls(options),
    ...pagePositionCalls(options),
    ...pageTextCalls(options),
  }
}

/** Calls that list, create and change pages. */
function pageRowCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  readers,
  makers,
  editors,
  managers,
}: PageCallOptions<Path, Access>) {
  const all = `${basePath}pages/` as const
  const one = `${basePath}pages/{page_id}/` as const
  return declareCalls('pages', {
    listPages: {
      summary: `List the pages ${where}, newest first, including archived pages unless \`archived=false\``,
      method: 'GET',
      path: all,
      who: readers,
      query: z.object({ archived: booleanQueryField.default(true) }),
      answer: z.array(pageResponse),
    },
    summarizePages: {
      summary: `Count the pages ${where} that you can see`,
      method: 'GET',
      path: `${basePath}pages-summary/`,
      who: readers,
      answer: z.object({ public_pages: z.int(), private_pages: z.int(), archived_pages: z.int() }),
    },
    listArchivedPages: {
      summary: `List the archived pages ${where}, newest first`,
      method: 'GET',
      path: `${basePath}archived-pages/`,
      who: readers,
      answer: z.array(pageResponse),
    },
    listTrashedPages: {
      summary: `List the pages ${where} in the trash, newest first`,
      method: 'GET',
      path: `${basePath}trashed-pages/`,
      who: readers,
      query: z.object({ ...pagingQueryFields, page_id: id.optional() }),
      answer: createPageSchema(trashedPage),
    },
    purgePage: {
      summary: `Permanently delete a page ${where} from the trash`,
      method: 'DELETE',
      path: `${basePath}trashed-pages/{page_id}/`,
      who: managers,
    },
    createPage: {
      summary: `Create a page ${where}. By default it comes first`,
      method: 'POST',
      path: all,
      who: makers,
      body: z
        .object({ id: id.optional(), ...fields })
        .partial()
        .extend(documentContent.shape),
      etag: 'returned',
      status: 201,
      answer: pageResponse,
      fails: ['conflict'],
    },
    getPage: {
      visit: 'page',
      summary: `Get a page ${where} with its text`,
      method: 'GET',
      path: one,
      who: readers,
      /** If `track_visit` is false, reading the page does not count as a visit. */
      query: z.object({ track_visit: booleanQueryField.optional() }),
      etag: 'returned',
      answer: pageDetail,
    },
    updatePage: {
      summary: `Update the name, appearance or position of a page ${where}`,
      method: 'PATCH',
      path: one,
      who: editors,
      body: z.object(fields).partial(),
      answer: pageResponse,
    },
  })
}

/** Calls that share, lock and archive pages. */
function pageStateCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  managers,
}: PageCallOptions<Path, Access>) {
  const one = `${basePath}pages/{page_id}/` as const
  return declareCalls('pages', {
    setPageAccess: {
      summary: `Share a page ${where} or make it private`,
      method: 'POST',
      path: `${one}access/`,
      who: managers,
      body: z.object({ access: pageAccess }),
      answer: pageResponse,
    },
    lockPage: {
      summary: `Lock a page ${where} against edits`,
      method: 'POST',
      path: `${one}lock/`,
      who: managers,
      answer: pageResponse,
    },
    unlockPage: {
      summary: `Unlock a page ${where}`,
      method: 'DELETE',
      path: `${one}lock/`,
      who: managers,
      answer: pageResponse,
    },
    archivePage: {
      summary: `Archive a page ${where} with its sub-pages`,
      method: 'POST',
      path: `${one}archive/`,
      who: managers,
      answer: z.object({ archived_at: pageResponse.shape.archived_at }),
    },
    unarchivePage: {
      summary: `Unarchive a page ${where} with the sub-pages archived with it`,
      method: 'DELETE',
      path: `${one}archive/`,
      who: managers,
    },
  })
}

/** Calls that share pages with single people. */
function pageShareCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  managers,
}: PageCallOptions<Path, Access>) {
  const path = `${basePath}pages/{page_id}/shares/` as const
  return declareCalls('pages', {
    sharePage: {
      summary: `Share a page ${where} with one person, or change the person's role. The person must be in the project or workspace`,
      method: 'POST',
      path,
      who: managers,
      body: z.object({
        user_id: id,
        role: z.enum(pageShareRoles),
        /** If false, the sub-pages of the page are not shared. */
        with_sub_pages: z.boolean().optional(),
      }),
      answer: pageResponse,
      fails: ['conflict'],
    },
    unsharePage: {
      summary: `Stop sharing a page ${where} with one person`,
      method: 'DELETE',
      path: `${path}{user_id}/`,
      who: managers,
      query: z.object({ with_sub_pages: booleanQueryField.optional() }),
      answer: pageResponse,
      fails: ['conflict'],
    },
  })
}

/** The caller's choices for all pages of a workspace. */
export const ownPageWatchCalls = declareCalls('pages', {
  listPageWatches: {
    summary: 'List the pages whose edits you chose to be notified of, or not to be notified of',
    method: 'GET',
    path: '/api/workspaces/{slug}/page-watches/',
    who: { workspace: 'guest' },
    answer: z.array(pageWatchRow),
  },
})

/** Synced blocks, which are read by the page that contains the original, of whichever project. */
export const syncedBlockCalls = declareCalls('pages', {
  getSyncedBlock: {
    summary: 'Get the content of a synced block, from the page that contains its original',
    method: 'GET',
    path: '/api/workspaces/{slug}/synced-blocks/{page_id}/{block_id}/',
    who: { workspace: 'guest' },
    /** If `places` is true, the answer lists the pages and work items in which the block appears. */
    query: z.object({ places: booleanQueryField.optional() }),
    answer: syncedBlock,
  },
})

/** Calls with which users choose whether they are notified of edits of a page. */
function pageWatchCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  readers,
}: PageCallOptions<Path, Access>) {
  return declareCalls('pages', {
    watchPage: {
      summary: `Set whether you are notified of edits of a page ${where}, with or without its sub-pages`,
      method: 'POST',
      path: `${basePath}pages/{page_id}/watch/` as const,
      who: readers,
      /**
       * If `scope` is null, the server deletes the caller's choice for this page. The choice for an ancestor
       * page then applies.
       */
      body: z.object({ id: id.optional(), scope: z.enum(watchScopes).nullable() }),
      answer: z.object({ watch: pageWatchRow.nullable() }),
    },
  })
}

/** Calls that publish pages by a link. */
function pagePublicationCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  managers,
  movers,
}: PageCallOptions<Path, Access>) {
  const path = `${basePath}pages/{page_id}/publication/` as const
  return declareCalls('pages', {
    publishPage: {
      summary: `Publish a page ${where} by a link, or change what is public. Anyone with the link can read the page`,
      method: 'POST',
      path,
      who: movers,
      body: pagePublication.pick({ has_sub_pages: true, is_indexed: true }).partial(),
      answer: pageResponse,
    },
    unpublishPage: {
      summary: `Unpublish a page ${where}. Its public link stops working`,
      method: 'DELETE',
      path,
      who: managers,
      answer: pageResponse,
    },
  })
}

/** Calls that copy, move, delete and restore pages. */
function pagePositionCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  makers,
  managers,
  movers,
}: PageCallOptions<Path, Access>) {
  const one = `${basePath}pages/{page_id}/` as const
  return declareCalls('pages', {
    duplicatePage: {
      summary: `Duplicate a page ${where}, optionally with its sub-pages. You own the copies`,
      method: 'POST',
      path: `${one}duplicate/`,
      who: makers,
      body: z.object({
        id: id.optional(),
        /** If false, the sub-pages of the page are not copied. */
        with_sub_pages: z.boolean().default(false),
      }),
      status: 201,
      answer: pageResponse,
      fails: ['conflict', 'too_large'],
    },
    movePage: {
      summary: `Move a page ${where} to another project or the workspace. Sub-pages that you can edit move with it`,
      method: 'POST',
      path: `${one}move/`,
      who: movers,
      /**
       * Target of the move. `new_project_id` is null to move the page out of all projects. Without `parent`,
       * the page goes to the top level.
       */
      body: z.object({
        new_project_id: emptyAsNull(id),
        parent: fields.parent.optional(),
        sort_order: fields.sort_order.optional(),
      }),
      answer: pageResponse,
      fails: ['conflict'],
    },
    deletePage: {
      summary: `Move a page ${where} to the trash. Its sub-pages move to the top level`,
      method: 'DELETE',
      path: one,
      who: managers,
    },
    restorePage: {
      summary: `Restore a page ${where} from the trash. Sub-pages that are still at the top level move back`,
      method: 'POST',
      path: `${one}restore/`,
      who: managers,
      answer: pageResponse,
    },
  })
}

/** Calls that read and write the text of pages. */
function pageTextCalls<const Path extends string, const Access extends CallerRequirement>({
  basePath,
  where,
  readers,
  editors,
}: PageCallOptions<Path, Access>) {
  const one = `${basePath}pages/{page_id}/` as const
  return declareCalls('pages', {
    listBackLinks: {
      summary: `List the backlinks of a page ${where}, newest first`,
      method: 'GET',
      path: `${one}back-links/`,
      who: readers,
      answer: z.array(backLink),
    },
    exportPage: {
      summary: `Export a page ${where} as a file. With pictures or sub-pages it is an archive`,
      method: 'GET',
      path: `${one}export/`,
      who: readers,
      query: z.object({
        format: z.enum(pageFormats).default('html'),
        pictures: booleanQueryField.optional(),
        sub_pages: booleanQueryField.optional(),
      }),
      fails: ['too_large'],
    },
    getPageDescription: {
      summary: `Get the Yjs state of a page ${where} as bytes`,
      method: 'GET',
      path: `${one}description/`,
      who: readers,
      etag: 'returned',
    },
    updatePageDescription: {
      summary: `Replace the text of a page ${where}. Open editors receive it`,
      method: 'PATCH',
      path: `${one}description/`,
      who: editors,
      body: documentContent,
      etag: 'matched',
      answer: z.object({ message: z.string() }),
      fails: ['too_large'],
    },
  })
}
