import { allAtWorkspace } from '#common/pages/pages/at-workspace.ts'
import {
  pageVersionCalls,
  versionCalls,
  type WorkspacePageVersionCalls,
  workspacePageVersionCalls,
} from '#common/pages/versions/calls.ts'
import { feature, type Handlers } from '../../platform/http/mount.ts'
import { restorePageVersion, restoreVersion } from './commands.ts'
import { getPageVersion, getVersion, listPageVersions, listVersions } from './queries.ts'

export const versionsFeature = feature(versionCalls, {
  listDescriptionVersions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  getDescriptionVersion: (ctx, { params, query }) => getVersion(ctx, params.id, params.version_id, query),
  restoreDescriptionVersion: (ctx, { params, query }) =>
    restoreVersion(ctx, params.id, params.version_id, query.while),
})

/** In a project and in the workspace itself alike. */
const ofPages: Handlers<WorkspacePageVersionCalls> = {
  listPageVersions: (ctx, { params }) => listPageVersions(ctx, params.page_id),
  getPageVersion: (ctx, { params, query }) => getPageVersion(ctx, params.page_id, params.version_id, query),
  restorePageVersion: (ctx, { params, query }) =>
    restorePageVersion(ctx, params.page_id, params.version_id, query.while),
}

export const pageVersionsFeature = feature(pageVersionCalls, ofPages)
export const workspacePageVersionsFeature = feature(workspacePageVersionCalls, allAtWorkspace(ofPages))
