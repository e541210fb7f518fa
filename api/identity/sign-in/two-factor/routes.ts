import { twoFactorCalls } from '#common/identity/sign-in/two-factor/calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './commands.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  removePasskey,
  renamePasskey,
} from './passkey-commands.ts'
import { generateProofCode } from './prove-identity.ts'
import { getTwoFactor } from './queries.ts'

export const twoFactorFeature = defineFeature(twoFactorCalls, {
  getSecondFactor: (ctx) => getTwoFactor(ctx),
  generateProofCode: (ctx) => generateProofCode(ctx),
  beginTotp: (ctx, { body }) => beginTotp(ctx, body),
  confirmTotp: (ctx, { body }) => confirmTotp(ctx, body.code),
  removeTotp: (ctx, { body }) => removeTotp(ctx, body),
  beginPasskey: (ctx, { body }) => beginPasskey(ctx, body),
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  beginPasskeyProof: (ctx) => beginPasskeyProof(ctx),
  renamePasskey: (ctx, { params, body }) => renamePasskey(ctx, params.passkey_id, body.name),
  removePasskey: (ctx, { params, body }) => removePasskey(ctx, params.passkey_id, body),
  renewRecoveryCodes: (ctx, { body }) => renewRecoveryCodes(ctx, body),
})
