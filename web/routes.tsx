import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import { linkAccountPagePath } from '#common/identity/sign-in/providers.ts'
import { features } from './features.ts'
import { accountSettingsPath, planeAccountPaths } from './personal/account/plane-links.ts'
import { store } from './platform/app/sync.ts'
import { profileAtom } from './platform/person/profile.ts'
import {
  isSignedIn,
  lastWorkspaceSlug,
  loadSession,
  loadStoredSession,
  ownHomePath,
  reloadSession,
} from './platform/person/session.ts'
import { NotFound } from './platform/shell/NotFound.tsx'
import { RootLayout } from './platform/shell/RootLayout.tsx'
import { ScreenError } from './platform/shell/ScreenError.tsx'
import { lazyScreen } from './platform/shell/screen.ts'
import { WorkspaceLayout } from './platform/shell/WorkspaceLayout.tsx'
import { openWorkspace } from './platform/shell/workspace.ts'

const signedIn = async () => {
  await loadSession()
  return null
}

/** Redirects new users to the onboarding before they enter a workspace. */
const onboarded = async ({ params }: LoaderFunctionArgs) => {
  // The loader starts to load the workspace, so that its data loads in parallel with the code of the screen.
  void openWorkspace(params['slug'] ?? '')
  await loadSession({ mayBeStored: true })
  return store.get(profileAtom)?.is_onboarded === false ? redirect('/onboarding') : null
}

/** Redirects signed-in users from the sign-in screens to the path in `next_path`, or to their start page. */
const visitorsOnly = async ({ request }: LoaderFunctionArgs) => {
  const answer = isSignedIn()
  // An error is handled below.
  answer.catch(() => undefined)
  // The sign-in screen opens with a query if the session has ended. Without a query, the app was started.
  if (new URL(request.url).search === '' && (await loadStoredSession(answer))) return redirect(ownHomePath())
  if (!(await answer)) return null
  // Reloads the session, because the user may have been removed from the last opened workspace.
  await reloadSession()
  const { searchParams } = new URL(request.url)
  return redirect(sanitizeNextPath(searchParams.get('next_path')) ?? ownHomePath())
}

/**
 * Redirects to another path. The query of the URL is preserved, because it can contain the result of a form and
 * the path to open after sign-in.
 */
const to = (path: string) => ({
  loader: ({ request }: LoaderFunctionArgs) => redirect(path + new URL(request.url).search),
})

const routes: RouteObject[] = [
  { path: '/', loader: visitorsOnly, ...lazyScreen('SignIn', () => import('./identity/sign-in/SignIn.tsx')) },
  {
    path: '/sign-up',
    loader: visitorsOnly,
    ...lazyScreen('SignUp', () => import('./identity/sign-in/SignUp.tsx')),
  },
  {
    path: '/accounts/forgot-password',
    ...lazyScreen('ForgotPassword', () => import('./identity/sign-in/ForgotPassword.tsx')),
  },
  {
    path: '/accounts/reset-password',
    ...lazyScreen('ResetPassword', () => import('./identity/sign-in/ResetPassword.tsx')),
  },
  {
    path: '/accounts/second-factor',
    ...lazyScreen('TwoFactorStep', () => import('./identity/sign-in/TwoFactorStep.tsx')),
  },
  {
    path: '/accounts/set-password',
    loader: signedIn,
    ...lazyScreen('SetPassword', () => import('./identity/sign-in/SetPassword.tsx')),
  },
  {
    path: linkAccountPagePath,
    loader: signedIn,
    ...lazyScreen('ConfirmAccountLink', () => import('./identity/sign-in/ConfirmAccountLink.tsx')),
  },
  ...['/sign-in', '/signin', '/login'].map((path) => ({ path, ...to('/') })),
  ...['/register', '/accounts/sign-up'].map((path) => ({ path, ...to('/sign-up') })),
  {
    path: '/onboarding',
    loader: signedIn,
    ...lazyScreen('Onboarding', () => import('./organization/onboarding/Onboarding.tsx')),
  },
  {
    path: '/create-workspace',
    loader: signedIn,
    ...lazyScreen('CreateWorkspace', () => import('./organization/workspaces/CreateWorkspace.tsx')),
  },
  {
    path: '/invitations',
    loader: signedIn,
    ...lazyScreen('Invitations', () => import('./organization/workspaces/Invitations.tsx')),
  },
  {
    path: '/workspace-invitations',
    ...lazyScreen('AcceptInvitation', () => import('./organization/workspaces/AcceptInvitation.tsx')),
  },
  // If a sign-in on a public board fails, the server redirects to this path with the error in the query.
  {
    path: '/spaces',
    loader: ({ request }: LoaderFunctionArgs) => redirect(`/${new URL(request.url).search}`),
  },
  {
    path: '/spaces/issues/:anchor',
    ...lazyScreen('PublishedBoard', () => import('./sharing/spaces/PublishedBoard.tsx')),
  },
  {
    path: '/spaces/pages/:anchor/:pageId?',
    ...lazyScreen('PublishedPage', () => import('./sharing/spaces/PublishedPage.tsx')),
  },
  {
    path: '/spaces/:slug/:projectId',
    ...lazyScreen('PublishedProject', () => import('./sharing/spaces/PublishedProject.tsx')),
  },
  {
    path: '/admin',
    loader: signedIn,
    ...lazyScreen('InstanceLayout', () => import('./operation/instance/InstanceLayout.tsx')),
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          { index: true, ...to('/admin/general') },
          {
            path: 'general',
            ...lazyScreen('GeneralScreen', () => import('./operation/instance/GeneralScreen.tsx')),
          },
          {
            path: 'authentication',
            ...lazyScreen(
              'AuthenticationScreen',
              () => import('./operation/instance/AuthenticationScreen.tsx'),
            ),
          },
          {
            path: 'email',
            ...lazyScreen('EmailScreen', () => import('./operation/instance/EmailScreen.tsx')),
          },
          {
            path: 'files',
            ...lazyScreen('FilesScreen', () => import('./operation/instance/FilesScreen.tsx')),
          },
          {
            path: 'github',
            ...lazyScreen('GithubAppScreen', () => import('./operation/instance/GithubAppScreen.tsx')),
          },
          {
            path: 'workspaces',
            ...lazyScreen('WorkspacesScreen', () => import('./operation/instance/WorkspacesScreen.tsx')),
          },
          {
            path: 'people',
            ...lazyScreen('PeopleScreen', () => import('./operation/instance/PeopleScreen.tsx')),
          },
          { path: 'jobs', ...lazyScreen('JobsScreen', () => import('./operation/instance/JobsScreen.tsx')) },
          {
            path: 'health',
            ...lazyScreen('HealthScreen', () => import('./operation/instance/HealthScreen.tsx')),
          },
          {
            path: 'audit',
            ...lazyScreen(
              'InstanceAuditScreen',
              () => import('./operation/instance/InstanceAuditScreen.tsx'),
            ),
          },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
  // In Plane, the paths of account settings contain no workspace. In Tandem they do, so these paths are redirected to
  // the workspace that the user opened last.
  ...planeAccountPaths.map((path) => ({
    path,
    loader: async ({ request }: LoaderFunctionArgs) => {
      // The user may have opened another workspace since the session was loaded.
      await reloadSession()
      const slug = lastWorkspaceSlug()
      return redirect(
        slug === null ? ownHomePath() : accountSettingsPath(slug, new URL(request.url).pathname),
      )
    },
  })),
  // Redirects the instance administration path of Plane, because old bookmarks contain this path.
  {
    path: '/god-mode/*',
    loader: ({ params }: LoaderFunctionArgs) => redirect(`/admin/${params['*'] ?? ''}`),
  },
  {
    path: '/:slug',
    loader: onboarded,
    element: <WorkspaceLayout features={features} />,
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          ...features.flatMap(({ routes: screens = [] }) => screens),
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
  { path: '*', Component: NotFound },
]

const root: RouteObject = {
  Component: RootLayout,
  ErrorBoundary: ScreenError,
  // Nothing is rendered while routes load. The app has no server rendering, and the first screen appears
  // before a spinner would help.
  HydrateFallback: () => null,
  children: routes,
}

/** Creates the router, which starts to load the data of the current URL. */
export const createRouter = () => createBrowserRouter([root])
