import { descriptionVersionCalls, legacyDescriptionVersionCalls } from '#common/work/versions/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { restoreVersion } from './commands.ts'
import { getVersion, listVersions } from './queries.ts'

export const versionsFeature = defineFeature(descriptionVersionCalls, {
  listDescriptionVersions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  getDescriptionVersion: (ctx, { params, query }) => getVersion(ctx, params.id, params.version_id, query),
  restoreDescriptionVersion: (ctx, { params, query }) =>
    restoreVersion(ctx, params.id, params.version_id, query.while),
})

export const workItemVersionsFeature = defineFeature(legacyDescriptionVersionCalls, {
  listWorkItemVersions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  getWorkItemVersion: (ctx, { params, query }) => getVersion(ctx, params.id, params.version_id, query),
})
