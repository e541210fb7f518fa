import { expect, type Page } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })
const comments = (page: Page) => activity(page).getByRole('article')
const field = (page: Page) => activity(page).getByRole('textbox', { name: 'Comment' })
const where = (item: { id: string }) => ({ slug: team.slug, project_id: team.project_id, id: item.id })
const said = (item: { id: string }, text: string) =>
  team.ann.call('createComment', { params: where(item), body: { comment_html: `<p>${text}</p>` } })

async function action(page: Page, text: string, name: string) {
  const comment = comments(page).filter({ hasText: text })
  await comment.hover()
  await comment.getByRole('button', { name: 'Actions for this comment' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function reply(page: Page, text: string) {
  const comment = comments(page).filter({ hasText: text })
  await comment.hover()
  await comment.getByRole('button', { name: 'Reply' }).click()
}

test('two people comment and reply by keyboard', async ({ ann, max }) => {
  const item = await createItem(team, 'Talked over')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(ann.getByRole('button', { name: 'Edit Title: Talked over' })).toBeFocused()
  await expect(activity(ann).getByRole('button', { name: 'Leave a comment…' })).toBeVisible()
  await ann.keyboard.press('m')
  // Keys that are typed before the editor is loaded are inserted into it afterwards.
  await ann.keyboard.type('What about Friday?')
  await expect(field(ann)).toHaveText('What about Friday?')
  await expect(activity(max).getByText('Ann is typing…')).toBeVisible()
  await ann.keyboard.press('Control+Enter')
  await expect(comments(max)).toHaveText(/Ann.*What about Friday\?/)
  await expect(activity(max).getByText('Ann is typing…')).toBeHidden()
  // After a comment is sent, an empty editor for the next comment opens at once.
  await expect(field(ann)).toBeFocused()
  await expect(field(ann)).toHaveText('')
  await reply(max, 'Friday')
  await max.keyboard.type('Monday is better')
  await max.keyboard.press('Control+Enter')
  await expect(comments(ann)).toHaveCount(2)
  await expect(comments(ann).last()).toHaveText(/Max.*Monday is better/)
})

test('a key that is pressed directly after a letter sends the whole comment', async ({ ann }) => {
  await createItem(team, 'Quick answer')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await ann.getByRole('button', { name: 'Leave a comment…' }).click()
  await expect(field(ann)).toBeFocused()
  await ann.keyboard.type('Yes')
  // Both happen in one task, as on a busy device, so that React cannot render between them.
  await field(ann).evaluate((text) => {
    document.execCommand('insertText', false, ', today')
    text.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
    )
  })
  await expect(comments(ann)).toHaveText(/Yes, today/)
  await expect(field(ann)).toHaveText('')
})

test('a comment is edited, deleted and restored, and a thread is resolved', async ({ ann, max }) => {
  const item = await createItem(team, 'Settled')
  await said(item, 'First words')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await action(ann, 'First words', 'Edit')
  await ann.keyboard.type(' and more')
  await ann.keyboard.press('Control+Enter')
  await expect(comments(max)).toHaveText(/edited.*First words and more/)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(comments(max)).toHaveText(/First words$/)
  await expect(comments(max)).not.toContainText('edited')
  await ann.keyboard.press('ControlOrMeta+Shift+z')
  await expect(comments(max)).toHaveText(/edited.*First words and more/)
  await action(ann, 'First words', 'Delete')
  await expect(comments(max)).toHaveCount(0)
  // If the user deletes a comment with the keyboard, the focus moves to the comment field.
  await expect(activity(ann).getByRole('button', { name: 'Leave a comment…' })).toBeFocused()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(comments(max)).toHaveText(/First words and more/)
  await comments(max).hover()
  await comments(max).getByRole('button', { name: 'Add reaction' }).click()
  await max.getByRole('button', { name: '👍' }).click()
  await expect(comments(ann).getByRole('button', { name: '👍 1: Max' })).toBeVisible()
  await action(max, 'First words', 'Resolve thread')
  await expect(activity(ann).getByText('Resolved by Max')).toBeVisible()
  await expect(activity(max).getByRole('button', { name: 'Show', exact: true })).toBeFocused()
  await expect(comments(ann)).toHaveCount(0)
  await activity(ann).getByRole('button', { name: 'Show', exact: true }).click()
  await action(ann, 'First words', 'Reopen thread')
  await expect(activity(max).getByText('Resolved by Max')).toHaveCount(0)
  // Max cannot edit Ann's comment.
  await comments(max).hover()
  await comments(max).getByRole('button', { name: 'Actions for this comment' }).click()
  await expect(max.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(max.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await activity(ann).getByRole('button', { name: 'Leave a comment…' }).click()
  await expect(field(ann)).toBeFocused()
  await expectAccessible(ann)
})

test('a comment written offline survives a reload and is sent once', async ({ ann, max }) => {
  const item = await createItem(team, 'On the train')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await activity(ann).getByRole('button', { name: 'Leave a comment…' }).click()
  await ann.keyboard.type('Half a sentence')
  await expect(field(ann)).toHaveText('Half a sentence')
  await ann.reload()
  await expect(field(ann)).toHaveText('Half a sentence')
  await field(ann).click()
  await ann.keyboard.press('End')
  await ann.context().setOffline(true)
  await ann.keyboard.type(' is whole')
  await ann.keyboard.press('Control+Enter')
  await expect(comments(ann)).toHaveText(/Half a sentence is whole/)
  await ann.context().setOffline(false)
  await expect(comments(max)).toHaveText(/Half a sentence is whole/)
  const all = await team.ann.call('listComments', { params: where(item), query: {} })
  expect(all.map((comment) => comment.comment_stripped)).toEqual(['Half a sentence is whole'])
})

test('a long conversation shows the latest comments, and a link opens an earlier one', async ({ ann }) => {
  const item = await createItem(team, 'Long')
  const made: { id: string }[] = []
  for (let at = 0; at < 40; at++) made.push(await said(item, `Number ${at}.`))
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(comments(ann).last()).toHaveText(/Number 39\./)
  await expect(comments(ann)).toHaveCount(30)
  await activity(ann).getByRole('button', { name: 'Show earlier comments' }).click()
  await expect(comments(ann)).toHaveCount(40)
  await visit(ann, `/${team.slug}/projects/${team.project_id}/issues`)
  // Loads the page again with a link to an old comment, because without a reload the client would already have all
  // comments.
  await ann.goto(`/${team.slug}/browse/ATL-1#comment-${made[2]?.id}`)
  const linked = comments(ann).filter({ hasText: 'Number 2.' })
  await expect(linked).toBeFocused()
  await expect(linked).toBeInViewport()
  await expect(comments(ann)).toHaveCount(38)
})

test('only comments near the viewport are rendered, and open editors stay', async ({ ann, server }) => {
  const item = await createItem(team, 'Endless')
  const [first] = await runSql<{ id: string }>(
    server.databaseUrl,
    `with said as (
       insert into work_item_comments
         (id, workspace_id, project_id, issue_id, actor, comment_html, comment_json, comment_stripped, created_at, updated_at)
       select gen_random_uuid(), workspace_id, project_id, id, created_by, '<p>Number ' || n || '.</p>', '{}', '',
         now() + n * interval '1 second', now()
       from work_items, generate_series(0, 399) n where id = $1 returning id, created_at
     ) select id from said order by created_at limit 1`,
    [item.id],
  )
  await visit(ann, `/${team.slug}/browse/ATL-1#comment-${first?.id}`)
  await expect(comments(ann).filter({ hasText: 'Number 0.' })).toBeFocused()
  expect(await comments(ann).count()).toBeLessThan(150)
  await reply(ann, 'Number 0.')
  await ann.keyboard.type('Late, but')
  const answer = activity(ann).getByRole('textbox', { name: 'Reply' })
  await expect(answer).toHaveText('Late, but')
  await activity(ann).getByRole('button', { name: 'Leave a comment…' }).scrollIntoViewIfNeeded()
  await expect(comments(ann).last()).toHaveText(/Number 399\./)
  await expect(comments(ann).filter({ hasText: 'Number 100.' })).toHaveCount(0)
  await expect(answer).toHaveText('Late, but')
})

test('activity marks new entries, filters by kind and sorts newest first', async ({ ann }) => {
  const item = await createItem(team, 'Followed')
  await said(item, 'Before')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(comments(ann)).toHaveText(/Before/)
  await visit(ann, `/${team.slug}/projects/${team.project_id}/issues`)
  // Leave the item before the comment arrives. A comment that arrives while the item is visible is not marked
  // as new.
  await expect(activity(ann)).toHaveCount(0)
  await team.max.call('createComment', { params: where(item), body: { comment_html: '<p>After</p>' } })
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(activity(ann).getByText('New', { exact: true })).toBeVisible()
  const choose = async (name: string) => {
    await activity(ann).getByRole('button', { name: 'Filter and sort' }).click()
    await ann.getByRole('menuitemradio', { name }).click()
  }
  await choose('Changes')
  await expect(comments(ann)).toHaveCount(0)
  await expect(activity(ann).getByText('Ann created the work item')).toBeVisible()
  await choose('Comments')
  await expect(activity(ann).getByText('Ann created the work item')).toHaveCount(0)
  await choose('Newest first')
  await expect(comments(ann).first()).toHaveText(/After/)
})

test('Enter sends if the user has chosen so, but continues a list', async ({ ann }) => {
  await createItem(team, 'Quick')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await activity(ann).getByRole('button', { name: 'Leave a comment…' }).click()
  await expect(field(ann)).toBeFocused()
  await activity(ann).getByRole('button', { name: 'Sending options' }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Send with Enter' }).click()
  await ann.keyboard.press('Escape')
  await field(ann).click()
  await ann.keyboard.type('- one')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('two')
  await expect(field(ann).getByRole('listitem')).toHaveCount(2)
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('sent')
  await ann.keyboard.press('Enter')
  await expect(comments(ann)).toHaveText(/one.*two.*sent/)
})
