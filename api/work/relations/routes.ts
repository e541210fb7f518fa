import { relationCalls } from '#common/work/relations/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createRelations, deleteRelation, removeRelation } from './commands.ts'
import { listProjectRelations, listRelations } from './queries.ts'

export const relationsFeature = defineFeature(relationCalls, {
  listProjectRelations: (ctx) => listProjectRelations(ctx),
  listRelations: (ctx, { params }) => listRelations(ctx, params.id),
  createRelations: (ctx, { params, body }) => createRelations(ctx, params.id, body),
  removeRelation: (ctx, { params, body }) => removeRelation(ctx, params.id, body),
  deleteRelation: (ctx, { params }) => deleteRelation(ctx, params.id, params.relation_id),
})
