import { serviceAccountCalls } from '#common/organization/service-accounts/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  createServiceAccount,
  deleteServiceAccount,
  disableServiceAccount,
  enableServiceAccount,
  updateServiceAccount,
} from './commands.ts'
import { getServiceAccount, listServiceAccounts } from './queries.ts'
import { createServiceToken, deleteServiceToken, listServiceTokens } from './tokens.ts'

export const serviceAccountsFeature = defineFeature(serviceAccountCalls, {
  listServiceAccounts: (ctx) => listServiceAccounts(ctx),
  createServiceAccount: (ctx, { body }) => createServiceAccount(ctx, body),
  getServiceAccount: (ctx, { params }) => getServiceAccount(ctx, params.service_account_id),
  updateServiceAccount: (ctx, { params, body }) => updateServiceAccount(ctx, params.service_account_id, body),
  disableServiceAccount: (ctx, { params }) => disableServiceAccount(ctx, params.service_account_id),
  enableServiceAccount: (ctx, { params }) => enableServiceAccount(ctx, params.service_account_id),
  deleteServiceAccount: (ctx, { params }) => deleteServiceAccount(ctx, params.service_account_id),
  listServiceTokens: (ctx, { params }) => listServiceTokens(ctx, params.service_account_id),
  createServiceToken: (ctx, { params, body }) => createServiceToken(ctx, params.service_account_id, body),
  deleteServiceToken: (ctx, { params }) =>
    deleteServiceToken(ctx, params.service_account_id, params.service_token_id),
})
