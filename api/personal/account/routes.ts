import { accountCalls } from '#common/personal/account/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { endOtherSessions, endOwnSession, listSessions } from '../../identity/sign-in/own-sessions.ts'
import {
  acceptOfferedAccount,
  declineOfferedAccount,
  getMyAccount,
  getOfferedAccount,
  linkAccount,
  listMyAccounts,
  unlinkAccount,
} from '../../identity/sign-in/providers/linked-accounts.ts'
import { changeEmail, generateEmailCode } from './change-email.ts'
import { deactivateMe } from './deactivate.ts'
import { deleteAccount } from './delete-account.ts'
import { previewAccountDeletion } from './deletion.ts'

export const accountFeature = defineFeature(accountCalls, {
  deactivateMe: (ctx) => deactivateMe(ctx),
  getAccountDeletion: (ctx) => previewAccountDeletion(ctx),
  deleteAccount: (ctx, { body }) => deleteAccount(ctx, body),
  listMyAccounts: (ctx) => listMyAccounts(ctx),
  getMyAccount: (ctx, { params }) => getMyAccount(ctx, params.account_id),
  linkAccount: (ctx, { body }) => linkAccount(ctx, body),
  unlinkAccount: (ctx, { params, body }) => unlinkAccount(ctx, params.account_id, body),
  getOfferedAccount: (ctx) => getOfferedAccount(ctx),
  acceptOfferedAccount: (ctx, { body }) => acceptOfferedAccount(ctx, body),
  declineOfferedAccount: (ctx) => declineOfferedAccount(ctx),
  listSessions: (ctx) => listSessions(ctx),
  endSession: (ctx, { params }) => endOwnSession(ctx, params.session_id),
  endOtherSessions: (ctx) => endOtherSessions(ctx),
  generateEmailCode: (ctx, { body }) => generateEmailCode(ctx, body),
  changeEmail: (ctx, { body }) => changeEmail(ctx, body),
})
