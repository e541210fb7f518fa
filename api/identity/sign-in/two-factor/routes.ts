import { twoFactorCalls } from '#common/identity/sign-in/two-factor/calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { beginTotpSetup, confirmTotp, removeTotp, renewRecoveryCodes } from './commands.ts'
import {
  addPasskey,
  beginPasskeyProof,
  beginPasskeyRegistration,
  removePasskey,
  renamePasskey,
} from './passkey-commands.ts'
import { generateProofCode } from './prove-identity.ts'
import { getTwoFactor } from './queries.ts'

export const twoFactorFeature = defineFeature(twoFactorCalls, {
  getSecondFactor: (ctx) => getTwoFactor(ctx),
  generateProofCode: (ctx) => generateProofCode(ctx),
  beginTotp: (ctx, { body }) => beginTotpSetup(ctx, body),
  confirmTotp: (ctx, { body }) => confirmTotp(ctx, body.code),
  removeTotp: (ctx, { body }) => removeTotp(ctx, body),
  beginPasskey: (ctx, { body }) => beginPasskeyRegistration(ctx, body),
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  beginPasskeyProof: (ctx) => beginPasskeyProof(ctx),
  renamePasskey: (ctx, { params, body }) => renamePasskey(ctx, params.passkey_id, body.name),
  removePasskey: (ctx, { params, body }) => removePasskey(ctx, params.passkey_id, body),
  renewRecoveryCodes: (ctx, { body }) => renewRecoveryCodes(ctx, body),
})
