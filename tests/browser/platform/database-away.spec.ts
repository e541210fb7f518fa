import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { createItem, createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

test('a change made while the database is away arrives once, and the screen says so meanwhile', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'There before')
  const cards = (page: Page, name: string) =>
    page.locator('[data-cell]').getByRole('listitem').filter({ hasText: name })
  for (const page of [ann, max]) {
    await page.goto(team.board)
    await expect(cards(page, 'There before')).toBeVisible()
  }
  await sendAway(server)
  const column = ann.locator(`[data-cell="${team.states['Todo']}"]`)
  await column.getByText('Add work item').click()
  await ann.keyboard.type('Made meanwhile')
  await ann.keyboard.press('Enter')
  await expect(cards(ann, 'Made meanwhile')).toBeVisible()
  await expect(ann.getByText('Reconnecting…')).toBeVisible()
  const asked = ann.waitForEvent('dialog')
  await ann.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await letBack(server)
  await expect(ann.getByText('Reconnecting…')).toBeHidden()
  await expect(cards(max, 'Made meanwhile')).toHaveCount(1)
  await ann.reload()
  await expect(cards(ann, 'Made meanwhile')).toHaveCount(1)
})

/** Simulates that the database closes the server's connections and accepts no new ones. */
async function sendAway(server: ServerProcess): Promise<void> {
  await asAdmin(server, 'alter role tandem connection limit 0')
  await asAdmin(
    server,
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'tandem'",
  )
}

function letBack(server: ServerProcess): Promise<unknown> {
  return asAdmin(server, 'alter role tandem connection limit -1')
}

async function asAdmin({ dataDir, databaseUrl }: ServerProcess, statement: string): Promise<unknown> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const url = Object.assign(new URL(databaseUrl), { username: 'postgres', password }).href
  return runSql(url, statement)
}
