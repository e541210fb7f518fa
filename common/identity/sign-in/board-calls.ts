import { declareCalls } from '../../platform/call.ts'
import { authCalls as auth } from './calls.ts'
import { providerCalls as external } from './provider-calls.ts'

/**
 * Repeats the sign-in calls under the paths that public boards of Plane use. After the sign-in, they redirect
 * to the public board: `next_path` is relative to `/spaces`.
 */
export const boardAuthCalls = declareCalls('auth', {
  getBoardCsrfToken: { ...auth.getCsrfToken, path: '/auth/spaces/get-csrf-token/' },
  checkBoardEmail: { ...auth.checkEmail, path: '/auth/spaces/email-check/' },
  signInToBoard: { ...auth.signIn, path: '/auth/spaces/sign-in/' },
  signUpToBoard: { ...auth.signUp, path: '/auth/spaces/sign-up/' },
  signOutOfBoard: { ...auth.signOut, path: '/auth/spaces/sign-out/' },
  generateBoardCode: { ...auth.generateMagicCode, path: '/auth/spaces/magic-generate/' },
  codeSignInToBoard: { ...auth.magicSignIn, path: '/auth/spaces/magic-sign-in/' },
  codeSignUpToBoard: { ...auth.magicSignUp, path: '/auth/spaces/magic-sign-up/' },
  forgotBoardPassword: { ...auth.forgotPassword, path: '/auth/spaces/forgot-password/' },
  resetBoardPassword: { ...auth.resetPassword, path: '/auth/spaces/reset-password/{uidb64}/{token}/' },
  changeBoardPassword: { ...auth.changePassword, path: '/auth/spaces/change-password/' },
  setBoardPassword: { ...auth.setPassword, path: '/auth/spaces/set-password/' },
  enterBoardByProvider: { ...external.enterByProvider, path: '/auth/spaces/{provider}/' },
  returnToBoardFromProvider: { ...external.returnFromProvider, path: '/auth/spaces/{provider}/callback/' },
})
