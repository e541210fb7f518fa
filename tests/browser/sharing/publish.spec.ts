import { expect } from '@playwright/test'
import { uploadToStorage } from '../../support/upload.ts'
import { expectAccessible } from '../support/axe.ts'
import { createJpegFile } from '../support/files.ts'
import {
  createItem,
  createTwoUserProject,
  signUpOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

async function publish({ ann, slug, project_id }: TwoUserProject, body: object = {}) {
  return ann.call('publishProject', { params: { slug, project_id }, body })
}

test('a project is published, read by a stranger, and no longer', async ({ elsewhere, server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Draw the map')
  await visit(ann, `/${team.slug}/settings/projects/${team.project_id}/publish`)
  await ann.getByRole('button', { name: 'Publish project' }).click()
  const link = await ann.getByLabel('Link', { exact: true }).inputValue()
  await expectAccessible(ann, { name: 'publishing' })
  const stranger = await elsewhere.newPage()
  await stranger.goto(new URL(link).pathname)
  await expect(stranger.getByRole('heading', { name: 'Atlas' })).toBeVisible()
  await stranger.getByRole('button', { name: 'Draw the map' }).click()
  await expect(stranger.getByRole('dialog', { name: 'Draw the map' })).toContainText('No description')
  await stranger.keyboard.press('Escape')
  await stranger.getByRole('button', { name: 'List', exact: true }).click()
  await expect(stranger.getByRole('button', { name: 'Draw the map' })).toBeVisible()
  await expectAccessible(stranger, { name: 'published board' })
  await ann.getByRole('button', { name: 'Unpublish' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(ann.getByText('This project is not published')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText('Public board not found')).toBeVisible()
})

test('a stranger reads a description with its pictures, from the project’s own address', async ({
  elsewhere,
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { slug, project_id } = team
  const item = await createItem(team, 'Paint the hull')
  const { buffer, name, mimeType } = await createJpegFile('hull.jpg', '#2050a0', 800)
  const slot = await team.ann.call('createProjectAsset', {
    params: { slug, project_id },
    body: {
      name,
      type: mimeType,
      size: buffer.length,
      entity_type: 'ISSUE_DESCRIPTION',
      entity_identifier: item.id,
    },
  })
  await uploadToStorage(server, slot, { name, type: mimeType, bytes: buffer })
  await team.ann.call('confirmWorkspaceAsset', { params: { slug, asset_id: slot.asset_id }, body: {} })
  const description_html = `<h2>Below the water line</h2><p>Two coats, says
    <mention-component entity_name="user_mention" entity_identifier="${team.max.id}"></mention-component></p>
    <ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Sand it</p></li></ul>
    <image-component src="${slot.asset_id}" alt="The hull" data-pixels="800" aspectratio="1.3333"></image-component>
    <script>document.title = 'taken'</script><p><a href="javascript:document.title='taken'">A link</a></p>`
  await team.ann.call('updateWorkItem', {
    params: { slug, project_id, id: item.id },
    body: { description_html },
  })
  const { anchor } = await publish(team)
  const stranger = await elsewhere.newPage()
  const failed: string[] = []
  stranger.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
  await stranger.goto(`/spaces/${slug}/${project_id}`)
  await expect(stranger).toHaveURL(new RegExp(`/spaces/issues/${anchor}$`))
  await stranger.getByRole('button', { name: 'Paint the hull' }).click()
  const dialog = stranger.getByRole('dialog', { name: 'Paint the hull' })
  await expect(dialog.getByRole('heading', { name: 'Below the water line' })).toBeVisible()
  await expect(dialog).toContainText('says @…')
  await expect(dialog).not.toContainText('Max')
  await expect(dialog.getByRole('checkbox')).toBeDisabled()
  await expect
    .poll(() => dialog.locator('.picture img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessible(stranger, { name: 'published item' })
  await dialog.getByRole('button', { name: 'Open The hull' }).click()
  await expect(stranger.getByRole('dialog', { name: 'The hull' })).toBeVisible()
  await stranger.keyboard.press('Escape')
  expect(await stranger.title()).not.toContain('taken')
  expect(failed).toEqual([])
  await stranger.goto(`/spaces/${slug}/${team.ann.id}`)
  await expect(stranger.getByText('Public board not found')).toBeVisible()
})

test('a reader signs in, says something and votes, and members see it at once', async ({
  elsewhere,
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const item = await createItem(team, 'Draw the map')
  await visit(ann, `/${team.slug}/settings/projects/${team.project_id}/publish`)
  await ann.getByRole('button', { name: 'Publish project' }).click()
  for (const name of ['Comments', 'Reactions', 'Votes']) {
    await ann.getByRole('switch', { name }).press('Space')
    await expect(ann.getByRole('switch', { name })).toBeChecked()
  }
  await expectAccessible(ann, { name: 'publishing, with all switches on' })
  const link = new URL(await ann.getByLabel('Link', { exact: true }).inputValue()).pathname
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(max.getByRole('textbox', { name: 'Description' })).toBeEditable()

  const reader = await elsewhere.newPage()
  await reader.goto(`${link}?item=${item.id}`)
  const dialog = reader.getByRole('dialog', { name: 'Draw the map' })
  await expect(dialog).toContainText('No comments yet')
  await expectAccessible(reader, { name: 'published item, signed out' })
  await expect(dialog.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await dialog.getByRole('button', { name: '0 votes for' }).click()
  await expect(reader).toHaveURL(/next_path=%2Fspaces%2Fissues%2F/)
  // If signing in from a public board fails, the server redirects to `/spaces`, where the sign-in page
  // shows the error.
  const next = new URL(reader.url()).searchParams.get('next_path') ?? ''
  await reader.goto(`/spaces/?${new URLSearchParams({ error_code: '5065', next_path: next })}`)
  await expect(reader).toHaveURL(/\/\?.*next_path=%2Fspaces%2Fissues%2F/)
  await expect(reader.getByText('Wrong email or password.')).toBeVisible()
  // Rita is not a member of the workspace.
  await signUpOnPage(server, reader, 'Rita')
  // The sign-in screen redirects signed-in users to the board.
  await reader.reload()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Write a comment' }).fill('Where is <north>?\nAnd south?')
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  const said = dialog.getByRole('article', { name: 'Comment by Rita' })
  await expect(said).toContainText('Where is <north>?')
  await dialog.getByRole('button', { name: '0 votes for' }).click()
  await expect(dialog.getByRole('button', { name: '1 vote for' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(reader, { name: 'published item, signed in' })

  const seen = max.getByRole('article', { name: 'Comment by Rita' })
  await expect(seen).toContainText('And south?')
  await expect(seen.getByRole('img', { name: 'Public' })).toBeVisible()
  await expect(max.getByRole('img', { name: 'Votes: 1 for, 0 against' })).toBeVisible()
  const inbox = await ann.context().newPage()
  await inbox.goto(`/${team.slug}/notifications`)
  const row = inbox.getByRole('link', { name: 'Draw the map' })
  await expect(row).toContainText('Rita commented Public board')
  await inbox.close()
  await max.reload()
  await expect(seen).toContainText('And south?')
  await expect(max.getByRole('img', { name: 'Votes: 1 for, 0 against' })).toBeVisible()

  await said.getByRole('button', { name: 'Actions for this comment' }).click()
  await reader.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(said.getByRole('textbox')).toHaveValue('Where is <north>?\nAnd south?')
  await said.getByRole('textbox').fill('Found it.')
  await said.getByRole('button', { name: 'Save' }).click()
  await expect(seen).toContainText('Found it.')
  await dialog.getByRole('button', { name: '1 vote against' }).waitFor({ state: 'detached' })
  await said.getByRole('button', { name: 'Actions for this comment' }).click()
  await reader.getByRole('menuitem', { name: 'Delete' }).click()
  await reader.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(said).toHaveCount(0)
  await expect(seen).toHaveCount(0)

  // Ann switches comments off while the visitor writes one, so sending the comment fails.
  await dialog.getByRole('textbox', { name: 'Write a comment' }).fill('One more thing')
  await ann.getByRole('switch', { name: 'Comments' }).press('Space')
  await expect(ann.getByRole('switch', { name: 'Comments' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(reader.getByText('Something went wrong')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('One more thing')
  await reader.reload()
  await expect(dialog.getByRole('button', { name: '1 vote for' })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
})

test('a view is published from its menu, live for members, and taken back', async ({
  elsewhere,
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { slug, project_id } = team
  await createItem(team, 'Draw the map')
  await team.ann.call('createWorkItem', {
    params: { slug, project_id },
    body: { name: 'Buy a boat', priority: 'urgent' },
  })
  const body = { name: 'To do now', rich_filters: { priority__in: ['urgent'] } }
  const view = await team.ann.call('createView', { params: { slug, project_id }, body })
  await visit(ann, `/${slug}/projects/${project_id}/views/${view.id}`)
  await visit(max, `/${slug}/projects/${project_id}/views/${view.id}`)
  await max.getByRole('button', { name: 'Actions for To do now' }).click()
  await expect(max.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(max.getByRole('menuitem', { name: 'Publish' })).toHaveCount(0)
  await max.keyboard.press('Escape')

  await ann.getByRole('button', { name: 'Actions for To do now' }).click()
  await ann.getByRole('menuitem', { name: 'Publish' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Publish To do now' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const link = dialog.getByLabel('Link', { exact: true })
  await expect(link).toHaveValue(/\/spaces\/issues\/[0-9a-f]{32}$/)
  await expectAccessible(ann, { name: 'a published view' })
  const path = new URL(await link.inputValue()).pathname
  const stranger = await elsewhere.newPage()
  await stranger.goto(path)
  await expect(stranger.getByRole('heading', { name: 'To do now' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Buy a boat' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Draw the map' })).toHaveCount(0)
  await expectAccessible(stranger, { name: 'a view as strangers see it' })

  // Waits for the answer, because the interface shows the result before the server has answered.
  const done = () => ann.waitForResponse((response) => response.url().endsWith('/publish/'))
  const ended = done()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await ended
  await stranger.reload()
  await expect(stranger.getByText('Public board not found')).toBeVisible()
  const undone = done()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toHaveValue(new RegExp(`${path}$`))
  await undone
  await stranger.reload()
  await expect(stranger.getByRole('button', { name: 'Buy a boat' })).toBeVisible()
})

test('a visitor submits a request, and the team declines it', async ({ elsewhere, server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const { anchor } = await publish(team)
  await visit(ann, `/${team.slug}/settings/projects/${team.project_id}/publish`)
  const accepts = ann.getByRole('switch', { name: 'Requests' })
  await expect(accepts).toBeDisabled()
  await team.ann.call('updateProject', { params, body: { inbox_view: true } })
  await accepts.press('Space')
  await expect(accepts).toBeChecked()

  const visitor = await elsewhere.newPage()
  await visitor.goto(`/spaces/issues/${anchor}`)
  await expect(visitor.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Submit a request' })).toHaveAttribute('href', /next_path=/)
  await expect(visitor.getByRole('button', { name: 'Submit a request' })).toHaveCount(0)
  await signUpOnPage(server, visitor, 'Rita')
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.goto(`/spaces/issues/${anchor}`)
  const dialog = visitor.getByRole('dialog', { name: 'Submit a request' })
  const open = () => visitor.getByRole('button', { name: 'Submit a request' }).click()
  await open()
  const own = dialog.getByRole('region', { name: 'Your requests' })
  await expect(own.getByText('Your requests and their status appear here.')).toBeVisible()
  await expectAccessible(visitor, { name: 'a request of a visitor' })
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('A crane')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Please <build> it')
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(visitor.getByText('“A crane” submitted')).toBeVisible()

  await visit(max, `/${team.slug}/projects/${team.project_id}/intake`)
  const row = max.getByRole('link', { name: 'A crane' })
  await expect(row).toContainText('Rita · ')
  await expect(row).toContainText('Public board')
  await row.click()
  await expect(max.getByText('Edited by Rita')).toBeVisible()
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(max.getByText('Created by Rita')).toContainText('Public board')
  await open()
  await expect(own.getByRole('listitem').filter({ hasText: 'A crane' })).toContainText('Pending')
  const { results } = await team.ann.call('listInboxIssues', { params })
  const inbox_issue_id = results[0]?.id ?? ''
  await team.ann.call('updateInboxIssue', { params: { ...params, inbox_issue_id }, body: { status: -1 } })
  await visitor.keyboard.press('Escape')
  await open()
  await expect(own.getByRole('listitem').filter({ hasText: 'A crane' })).toContainText('Declined')
  await expect(own.getByRole('button')).toHaveCount(0)

  await dialog.getByRole('textbox', { name: 'Title' }).fill('A boat')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await open()
  await own.getByRole('button', { name: 'Remove A boat' }).click()
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(own.getByText('A boat')).toHaveCount(0)
  await visitor.reload()
  await visitor.getByRole('button', { name: 'Sign out' }).click()
  await expect(visitor).toHaveURL(/next_path=%2Fspaces%2Fissues%2F/)
})
