import { authCalls } from '#common/identity/sign-in/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { changePassword, setPassword } from './change-password.ts'
import { checkEmail } from './check-email.ts'
import { generateMagicCode, magicSignIn, magicSignUp } from './magic-codes.ts'
import { beginPasskeySignIn, passkeySignIn } from './passkey-sign-in.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { signIn, signOut, signUp } from './sign-in.ts'
import {
  beginPasskeyVerification,
  getSignInChallenge,
  verifySecondFactorCode,
  verifySecondFactorPasskey,
} from './two-factor.ts'

export const authFeature = defineFeature(authCalls, {
  getCsrfToken: async (ctx) => ({ csrf_token: ctx.http.csrfToken() }),
  checkEmail: (ctx, { body }) => checkEmail(ctx, body.email),
  signIn: (ctx, { body }) => signIn(ctx, body),
  signUp: (ctx, { body }) => signUp(ctx, body),
  getSignInChallenge: (ctx) => getSignInChallenge(ctx),
  answerSecondFactor: (ctx, { body }) => verifySecondFactorCode(ctx, body),
  beginPasskeyAnswer: (ctx) => beginPasskeyVerification(ctx),
  answerByPasskey: (ctx, { body }) => verifySecondFactorPasskey(ctx, body),
  beginPasskeySignIn: (ctx) => beginPasskeySignIn(ctx),
  passkeySignIn: (ctx, { body }) => passkeySignIn(ctx, body),
  signOut: (ctx, { body }) => signOut(ctx, body.next_path),
  generateMagicCode: (ctx, { body }) => generateMagicCode(ctx, body.email),
  magicSignIn: (ctx, { body }) => magicSignIn(ctx, body),
  magicSignUp: (ctx, { body }) => magicSignUp(ctx, body),
  forgotPassword: (ctx, { body }) => forgotPassword(ctx, body.email),
  resetPassword: (ctx, { params, body }) => resetPassword(ctx, params, body.password),
  changePassword: (ctx, { body }) => changePassword(ctx, body),
  setPassword: (ctx, { body }) => setPassword(ctx, body),
})
