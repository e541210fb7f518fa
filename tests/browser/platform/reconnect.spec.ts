import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

// The tests navigate while they are offline, so the client must preload the code of its screens.
test.use({ preloads: true })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const failed = (page: Page) => page.getByText('This could not be loaded')
const project = (page: Page) =>
  page.getByRole('navigation', { name: 'Your projects' }).getByRole('link', { name: 'Pages' })

test('an item opens without a connection, though none was open before', async ({ ann }) => {
  const item = await createItem(team, 'Read on the train')
  const editor = ann.waitForResponse(/\/LiveEditor-/)
  await ann.goto(team.board)
  await expect(ann.getByText(item.name)).toBeVisible()
  await editor
  await ann.waitForLoadState('networkidle')
  await ann.context().setOffline(true)
  await ann.getByText(item.name).click()
  await expect(ann.getByRole('button', { name: 'Edit Title: Read on the train' })).toBeVisible()
  await expect(ann.getByText('This text is not available offline.', { exact: false })).toBeVisible()
  await expect(failed(ann)).toBeHidden()
})

test('a screen opened while offline comes by itself afterwards', async ({ ann }) => {
  await ann.goto(team.board)
  await expect(project(ann)).toBeVisible()
  await ann.context().setOffline(true)
  await project(ann).click()
  await expect(ann.getByText('This loads automatically when you are back online.')).toBeVisible()
  await ann.context().setOffline(false)
  await expect(ann.getByText('No pages yet')).toBeVisible({ timeout: 20_000 })
})

test('a list that the server could not give comes by itself', async ({ ann }) => {
  await ann.goto(team.board)
  await ann.route('**/pages/**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', error: 'unavailable' } }),
  )
  await project(ann).click()
  await expect(ann.getByText('Failed to fetch the pages')).toBeVisible()
  await ann.unroute('**/pages/**')
  await expect(ann.getByText('No pages yet')).toBeVisible({ timeout: 20_000 })
})

test('a peek opened while offline says so and comes by itself', async ({ ann }) => {
  await createItem(team, 'Looked at')
  // The side panel preloads the texts of the items before and after the open item. The test creates an item between the
  // first and the third item, so that the text of the first item is not preloaded.
  await createItem(team, 'Between')
  const sockets: WebSocketRoute[] = []
  let isAway = false
  await ann.routeWebSocket(/\/documents/, (socket) => {
    if (isAway) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  const other = await createItem(team, 'Other')
  await ann.goto(team.board)
  await ann.getByRole('link', { name: /Other/ }).click()
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeVisible()
  isAway = true
  await ann.context().setOffline(true)
  for (const socket of sockets) await socket.close()
  await ann.getByRole('link', { name: /Looked at/ }).click()
  await expect(
    ann.getByText('This text is not available offline. It loads when you are back online.'),
  ).toBeVisible()
  isAway = false
  await ann.context().setOffline(false)
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeVisible({ timeout: 20_000 })
  const url = `**/issues/${other.id}/`
  await ann.route(url, (route) => route.abort())
  await ann.goto(`/${team.slug}/projects/${team.project_id}/archives/issues?peek=${other.id}`)
  await expect(failed(ann)).toBeVisible()
  await ann.unroute(url)
  await expect(ann.getByRole('dialog', { name: /Other/ })).toBeVisible({ timeout: 20_000 })
})
