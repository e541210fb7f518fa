import { versionCalls } from '#common/versions/calls.ts'
import { feature } from '../http/mount.ts'
import { restorePageVersion, restoreVersion } from './commands.ts'
import { getPageVersion, getVersion, listPageVersions, listVersions } from './queries.ts'

export const versionsFeature = feature(versionCalls, {
  listDescriptionVersions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  getDescriptionVersion: (ctx, { params, query }) => getVersion(ctx, params.id, params.version_id, query),
  restoreDescriptionVersion: (ctx, { params, query }) =>
    restoreVersion(ctx, params.id, params.version_id, query.while),
  listPageVersions: (ctx, { params }) => listPageVersions(ctx, params.page_id),
  getPageVersion: (ctx, { params, query }) => getPageVersion(ctx, params.page_id, params.version_id, query),
  restorePageVersion: (ctx, { params, query }) =>
    restorePageVersion(ctx, params.page_id, params.version_id, query.while),
})
