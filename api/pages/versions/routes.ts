import {
  pageVersionCalls,
  type WorkspacePageVersionCalls,
  workspacePageVersionCalls,
} from '#common/pages/versions/calls.ts'
import { renameCallsForWorkspace } from '#common/platform/at-workspace.ts'
import { type CallHandlers, defineFeature } from '../../access/requests/mount.ts'
import { restorePageVersion, updatePageVersion } from './commands.ts'
import { getPageVersion, listPageVersions } from './queries.ts'

/** Handlers for the page versions of a project, and of the workspace without a project. */
const ofPages: CallHandlers<WorkspacePageVersionCalls> = {
  listPageVersions: (ctx, { params }) => listPageVersions(ctx, params.page_id),
  getPageVersion: (ctx, { params, query }) => getPageVersion(ctx, params.page_id, params.version_id, query),
  updatePageVersion: (ctx, { params, body }) =>
    updatePageVersion(ctx, params.page_id, params.version_id, body),
  restorePageVersion: (ctx, { params, query }) =>
    restorePageVersion(ctx, params.page_id, params.version_id, query.while),
}

export const pageVersionsFeature = defineFeature(pageVersionCalls, ofPages)
export const workspacePageVersionsFeature = defineFeature(
  workspacePageVersionCalls,
  renameCallsForWorkspace(ofPages),
)
