import { draftCalls } from '#common/work/listing/draft-calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { createDraft, deleteDraft, publishDraft, updateDraft } from './commands.ts'
import { getDraft, listDrafts } from './queries.ts'

const within = ({ project }: { project: { id: string } }) => ({ project_id: project.id })

export const draftsFeature = defineFeature(draftCalls, {
  listDrafts: (ctx, { query }) => listDrafts(ctx, null, query),
  createDraft: (ctx, { body }) => createDraft(ctx, null, body),
  getDraft: (ctx, { params }) => getDraft(ctx, null, params.id),
  updateDraft: (ctx, { params, body }) => updateDraft(ctx, null, params.id, body),
  deleteDraft: (ctx, { params }) => deleteDraft(ctx, null, params.id),
  publishDraft: (ctx, { params, body }) => publishDraft(ctx, params.id, body),
  listProjectDrafts: (ctx, { query }) => listDrafts(ctx, within(ctx), query),
  createProjectDraft: (ctx, { body }) => createDraft(ctx, within(ctx), body),
  getProjectDraft: (ctx, { params }) => getDraft(ctx, within(ctx), params.id),
  updateProjectDraft: (ctx, { params, body }) => updateDraft(ctx, within(ctx), params.id, body),
  deleteProjectDraft: (ctx, { params }) => deleteDraft(ctx, within(ctx), params.id),
})
