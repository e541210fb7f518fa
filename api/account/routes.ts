import { accountCalls } from '#common/account/calls.ts'
import { feature } from '../http/mount.ts'
import { changeEmail, generateEmailCode } from './change-email.ts'
import { deactivateMe } from './deactivate.ts'
import { listMyAccounts } from './queries.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

export const accountFeature = feature(accountCalls, {
  deactivateMe: (ctx) => deactivateMe(ctx),
  listMyAccounts: (ctx) => listMyAccounts(ctx),
  listSessions: (ctx) => listSessions(ctx),
  endSession: (ctx, { params }) => endSession(ctx, params.session_id),
  endOtherSessions: (ctx) => endOtherSessions(ctx),
  generateEmailCode: (ctx, { body }) => generateEmailCode(ctx, body.email),
  changeEmail: (ctx, { body }) => changeEmail(ctx, body),
})
