import { secondFactorCalls } from '#common/second-factor/calls.ts'
import { feature } from '../http/mount.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './commands.ts'
import { generateProofCode } from './prove.ts'
import { getSecondFactor } from './queries.ts'

export const secondFactorFeature = feature(secondFactorCalls, {
  getSecondFactor: (ctx) => getSecondFactor(ctx),
  generateProofCode: (ctx) => generateProofCode(ctx),
  beginTotp: (ctx, { body }) => beginTotp(ctx, body),
  confirmTotp: (ctx, { body }) => confirmTotp(ctx, body.code),
  removeTotp: (ctx, { body }) => removeTotp(ctx, body),
  renewRecoveryCodes: (ctx, { body }) => renewRecoveryCodes(ctx, body),
})
