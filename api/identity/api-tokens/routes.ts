import { apiTokenCalls } from '#common/identity/api-tokens/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createApiToken, deleteApiToken, updateApiToken } from './commands.ts'
import { listApiTokens, loadApiToken, presentToken } from './queries.ts'

export const apiTokensFeature = defineFeature(apiTokenCalls, {
  listApiTokens: (ctx) => listApiTokens(ctx),
  createApiToken: (ctx, { body }) => createApiToken(ctx, body),
  getApiToken: async (ctx, { params }) => presentToken(await loadApiToken(ctx, params.token_id)),
  updateApiToken: (ctx, { params, body }) => updateApiToken(ctx, params.token_id, body),
  deleteApiToken: (ctx, { params }) => deleteApiToken(ctx, params.token_id),
})
