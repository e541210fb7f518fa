import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { safeNextPath } from '#common/auth/next-path.ts'
import { offeredAccountPage } from '#common/auth/providers.ts'
import { store } from './app/sync.ts'
import { features } from './features.ts'
import { NotFound } from './shell/NotFound.tsx'
import { RootLayout } from './shell/RootLayout.tsx'
import { ScreenError } from './shell/ScreenError.tsx'
import { screen } from './shell/screen.ts'
import { WorkspaceLayout } from './shell/WorkspaceLayout.tsx'
import { openWorkspace } from './shell/workspace.ts'
import { isSignedIn, loadSession, ownHomePath, profileAtom, reloadSession } from './users/session.ts'

const signedIn = async () => {
  await loadSession()
  return null
}

/** Whoever has not been through with the first steps takes them before a workspace. */
const onboarded = async ({ params }: LoaderFunctionArgs) => {
  // Begun here, so that it does not wait for the screen's own files.
  void openWorkspace(params['slug'] ?? '')
  await loadSession()
  return store.get(profileAtom)?.is_onboarded === false ? redirect('/onboarding') : null
}

/** Someone signed in has no business at the door. */
const visitorsOnly = async ({ request }: LoaderFunctionArgs) => {
  if (!(await isSignedIn())) return null
  // Read anew: of the workspace that was the last one they may have been taken out meanwhile.
  await reloadSession()
  const { searchParams } = new URL(request.url)
  return redirect(safeNextPath(searchParams.get('next_path')) ?? ownHomePath())
}

/** The query goes along: it says what became of a form, and where one was bound for. */
const to = (path: string) => ({
  loader: ({ request }: LoaderFunctionArgs) => redirect(path + new URL(request.url).search),
})

const routes: RouteObject[] = [
  { path: '/', loader: visitorsOnly, ...screen('SignIn', () => import('./auth/SignIn.tsx')) },
  { path: '/sign-up', loader: visitorsOnly, ...screen('SignUp', () => import('./auth/SignUp.tsx')) },
  {
    path: '/accounts/forgot-password',
    ...screen('ForgotPassword', () => import('./auth/ForgotPassword.tsx')),
  },
  { path: '/accounts/reset-password', ...screen('ResetPassword', () => import('./auth/ResetPassword.tsx')) },
  {
    path: '/accounts/second-factor',
    ...screen('SecondFactor', () => import('./auth/SecondFactor.tsx')),
  },
  {
    path: '/accounts/set-password',
    loader: signedIn,
    ...screen('SetPassword', () => import('./auth/SetPassword.tsx')),
  },
  {
    path: offeredAccountPage,
    loader: signedIn,
    ...screen('LinkOffered', () => import('./auth/LinkOffered.tsx')),
  },
  ...['/sign-in', '/signin', '/login'].map((path) => ({ path, ...to('/') })),
  ...['/register', '/accounts/sign-up'].map((path) => ({ path, ...to('/sign-up') })),
  {
    path: '/onboarding',
    loader: signedIn,
    ...screen('Onboarding', () => import('./onboarding/Onboarding.tsx')),
  },
  {
    path: '/create-workspace',
    loader: signedIn,
    ...screen('CreateWorkspace', () => import('./workspaces/CreateWorkspace.tsx')),
  },
  {
    path: '/invitations',
    loader: signedIn,
    ...screen('Invitations', () => import('./workspaces/Invitations.tsx')),
  },
  {
    path: '/workspace-invitations',
    ...screen('AcceptInvitation', () => import('./workspaces/AcceptInvitation.tsx')),
  },
  {
    path: '/spaces/issues/:anchor',
    ...screen('PublishedBoard', () => import('./spaces/PublishedBoard.tsx')),
  },
  {
    path: '/spaces/:slug/:projectId',
    ...screen('PublishedProject', () => import('./spaces/PublishedProject.tsx')),
  },
  {
    path: '/god-mode',
    loader: signedIn,
    ...screen('InstanceLayout', () => import('./instance/InstanceLayout.tsx')),
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          { index: true, ...to('/god-mode/general') },
          { path: 'general', ...screen('GeneralScreen', () => import('./instance/GeneralScreen.tsx')) },
          {
            path: 'authentication',
            ...screen('AuthenticationScreen', () => import('./instance/AuthenticationScreen.tsx')),
          },
          { path: 'email', ...screen('EmailScreen', () => import('./instance/EmailScreen.tsx')) },
          { path: 'files', ...screen('FilesScreen', () => import('./instance/FilesScreen.tsx')) },
          {
            path: 'workspaces',
            ...screen('WorkspacesScreen', () => import('./instance/WorkspacesScreen.tsx')),
          },
          { path: 'people', ...screen('PeopleScreen', () => import('./instance/PeopleScreen.tsx')) },
          { path: 'jobs', ...screen('JobsScreen', () => import('./instance/JobsScreen.tsx')) },
          { path: 'health', ...screen('HealthScreen', () => import('./instance/HealthScreen.tsx')) },
          {
            path: 'audit',
            ...screen('InstanceAuditScreen', () => import('./instance/InstanceAuditScreen.tsx')),
          },
          { path: '*', Component: NotFound },
        ],
      },
    ],
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
  // Nothing is drawn on the server, and the first screen is there sooner than a spinner would help.
  HydrateFallback: () => null,
  children: routes,
}

/** Begins to load what the address asks for. */
export const createRouter = () => createBrowserRouter([root])
