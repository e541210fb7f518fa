import { boardAuthCalls } from '#common/identity/sign-in/board-calls.ts'
import { boardPathAfterSignIn } from '#common/identity/sign-in/board-path.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { Redirect } from '../../../platform/context/context.ts'
import { changePassword, setPassword } from '../change-password.ts'
import { checkEmail } from '../check-email.ts'
import { generateMagicCode, magicSignIn, magicSignUp } from '../magic-codes.ts'
import { forgotPassword, resetPassword } from '../reset-password.ts'
import { signIn, signInPage, signOut, signUp, signUpPage } from '../sign-in.ts'
import { providerFromParams } from './provider.ts'
import { beginProviderSignIn, completeProviderSignIn } from './provider-sign-in.ts'

/**
 * Path of the sign-in page of the public boards. Tandem's client redirects this path to its own sign-in page.
 */
const boardSignInPage = '/spaces/'

export const boardAuthFeature = defineFeature(boardAuthCalls, {
  getBoardCsrfToken: async (ctx) => ({ csrf_token: ctx.http.csrfToken() }),
  checkBoardEmail: (ctx, { body }) => checkEmail(ctx, body.email),
  signInToBoard: async (ctx, { body }) => errorsOnBoard(await signIn(ctx, toBoard(body))),
  signUpToBoard: async (ctx, { body }) => errorsOnBoard(await signUp(ctx, toBoard(body))),
  signOutOfBoard: async (ctx, { body }) => {
    await signOut(ctx, undefined)
    return new Redirect(boardPathAfterSignIn(body.next_path))
  },
  generateBoardCode: (ctx, { body }) => generateMagicCode(ctx, body.email),
  codeSignInToBoard: async (ctx, { body }) => errorsOnBoard(await magicSignIn(ctx, toBoard(body))),
  codeSignUpToBoard: async (ctx, { body }) => errorsOnBoard(await magicSignUp(ctx, toBoard(body))),
  forgotBoardPassword: (ctx, { body }) => forgotPassword(ctx, body.email),
  resetBoardPassword: (ctx, { params, body }) => resetPassword(ctx, params, body.password),
  changeBoardPassword: (ctx, { body }) => changePassword(ctx, body),
  setBoardPassword: (ctx, { body }) => setPassword(ctx, body),
  enterBoardByProvider: async (ctx, { params, query }) =>
    errorsOnBoard(
      await beginProviderSignIn(ctx, providerFromParams(params), boardPathAfterSignIn(query.next_path)),
    ),
  // The state of the authorization contains the path of the board.
  returnToBoardFromProvider: (ctx, { params, query }) =>
    completeProviderSignIn(ctx, providerFromParams(params), query),
})

function toBoard<Form extends { next_path?: string | undefined }>(form: Form): Form {
  return { ...form, next_path: boardPathAfterSignIn(form.next_path) }
}

/**
 * Redirects errors to the sign-in page of the public boards instead of the sign-in page of the application.
 */
function errorsOnBoard({ to }: Redirect): Redirect {
  const [page, search = ''] = to.split('?')
  const isError = new URLSearchParams(search).has('error_code')
  return new Redirect(
    isError && (page === signInPage || page === signUpPage) ? `${boardSignInPage}?${search}` : to,
  )
}
