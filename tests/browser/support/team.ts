import { type BrowserContext, expect, type Page } from '@playwright/test'
import { newId } from '#common/platform/ids.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser } from '../../support/api-client.ts'
import { addMember, joinProject } from '../../support/cast.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import {
  discardReusableAccount,
  emptyTab,
  getReusableAccount,
  storeReusableAccount,
} from './reusable-tabs.ts'

export interface TwoUserProject {
  slug: string
  project_id: string
  /** The project's visible states by name. */
  states: Record<string, string>
  /** Path of the project's board. */
  board: string
  ann: ApiClient
  max: ApiClient
}

/**
 * Creates Ann's workspace with the project Atlas, in which Max is a member. Both are signed in, each on a
 * separate page.
 */
export async function createTwoUserProject(
  server: ServerProcess,
  pages: { ann: Page; max: Page },
): Promise<TwoUserProject> {
  const [ann, max] = await Promise.all([account(server, pages.ann, 'Ann'), account(server, pages.max, 'Max')])
  const slug = `acme-${newId().slice(-8)}`
  const { id } = await ann.call('createWorkspace', { body: { name: 'Acme', slug } })
  // The member is added in the database, because invitations count toward Ann's limit per minute.
  await addMember(server, id, max.id, role.member)
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug, project_id: project.id }
  // Adding a person through the API sends a notification, and most tests expect an empty inbox.
  await joinProject(server, { workspace_id: id, project_id: project.id }, max.id, role.member)
  const rows = await ann.call('listStates', { params })
  const states = Object.fromEntries((Array.isArray(rows) ? rows : []).map((state) => [state.name, state.id]))
  return { slug, project_id: project.id, states, board: `/${slug}/projects/${project.id}/issues`, ann, max }
}

/** Returns the account that is already signed in on the page, or creates one. */
async function account(server: ServerProcess, page: Page, name: string): Promise<ApiClient> {
  const kept = getReusableAccount(page.context())
  if (kept !== undefined) return kept
  const client = await signUpOnPage(server, page, name)
  await storeReusableAccount(server, page, client)
  return client
}

/**
 * Navigates without a reload if the tab already shows the client, and loads the client otherwise. Use
 * `page.goto` when a test needs a fresh load.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === emptyTab) return void (await page.goto(path))
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

/**
 * Like `visit`, but shows the drafts first. Afterwards the page contains nothing of the earlier screen, so a test can wait
 * for something that many screens have.
 */
export async function visitNewScreen(page: Page, { slug }: { slug: string }, path: string): Promise<void> {
  const drafts = `/${slug}/drafts`
  const heading = page.getByRole('heading', { level: 1, name: 'Drafts', includeHidden: true })
  await visit(page, drafts)
  await expect(heading).toBeAttached()
  if (path === drafts) return
  await visit(page, path)
  await expect(heading).toHaveCount(0)
}

/** Adds a person to the workspace. */
export async function addToWorkspace(
  { slug, ann }: Pick<TwoUserProject, 'slug' | 'ann'>,
  person: ApiClient,
  as: Role,
) {
  const { invitations } = await ann.call('createInvitations', {
    params: { slug },
    body: { emails: [{ email: person.email, role: as }] },
  })
  const link = new URL(invitations[0]?.invite_link ?? '')
  await person.call('answerInvitation', {
    params: { slug, invitation_id: link.searchParams.get('invitation_id') ?? '' },
    body: { accepted: true, token: link.searchParams.get('token') },
  })
}

/** Creates a person with an account who is signed in on the page and has completed onboarding. */
export async function signUpOnPage(server: ServerProcess, page: Page, name: string): Promise<ApiClient> {
  const email = `${name.toLowerCase()}-${newId().slice(-8)}@example.com`
  const client = await createSignedInUser(server, email, { name, isOnboarded: true })
  if (getReusableAccount(page.context()) !== undefined) {
    discardReusableAccount(page.context())
    await clearBrowserSession(page)
  }
  await signIn(page.context(), server, client)
  return client
}

/** Signs a person in on all tabs of a browser. */
export async function signIn(
  context: BrowserContext,
  server: { url: string },
  person: ApiClient,
): Promise<void> {
  const [cookie, value = ''] = person.cookie.split('=')
  await context.addCookies([{ name: cookie ?? '', value, url: server.url, httpOnly: true, sameSite: 'Lax' }])
}

export async function createItem(team: TwoUserProject, name: string, state = 'Backlog') {
  return team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name, state_id: team.states[state] },
  })
}

/** Leaves the page before its session ends. Otherwise a refused call would open the sign-in screen during the next navigation. */
export async function clearBrowserSession(page: Page): Promise<void> {
  await page.goto(emptyTab)
  await page.context().clearCookies()
}

/** Creates a guest of the workspace and of its project, signed in on the page. */
export async function signUpGuestOnPage(
  server: ServerProcess,
  team: TwoUserProject,
  page: Page,
): Promise<ApiClient> {
  const gus = await signUpOnPage(server, page, 'Gus')
  await addToWorkspace(team, gus, role.guest)
  await team.ann.call('addProjectMembers', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { members: [{ member_id: gus.id, role: role.guest }] },
  })
  return gus
}
