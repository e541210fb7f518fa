import { expect } from '@playwright/test'
import { githubAppWebhookPath } from '#common/work/git/rules.ts'
import { runSql } from '../../support/api-client.ts'
import { forgeEventsByProvider, sendForgeWebhook } from '../../support/forges.ts'
import { startFakeGithubApp } from '../../support/github-app.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('an admin connects a repository and sees its events', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const screen = `/${team.slug}/settings/projects/${team.project_id}/git`
  await visit(ann, screen)
  await expect(ann.getByText('No repositories yet')).toBeVisible()
  await ann.getByRole('button', { name: 'Connect repository' }).click()
  const dialog = ann.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Repository' }).fill('acme')
  await dialog.getByRole('button', { name: 'Connect repository' }).click()
  await expect(dialog.getByText('Enter a repository such as owner/name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Repository' }).fill('https://gitlab.com/acme/web.git')
  await expect(dialog.getByRole('combobox', { name: 'Provider' })).toContainText('GitLab')
  await dialog.getByRole('button', { name: 'Connect repository' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Webhook secret' })).toHaveValue(/^tandem_git_/)
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await ann.getByRole('button', { name: 'Close without copying' }).click()

  const card = ann.getByRole('region', { name: 'acme/web' })
  await expect(card).toContainText('No events have arrived')
  await card.getByRole('combobox', { name: 'Pull request merged' }).click()
  await ann.getByRole('option', { name: 'Cancelled' }).click()
  const rules = async () => (await team.ann.call('listGitConnections', { params }))[0]?.state_rules
  await expect.poll(rules).toMatchObject({ merged_state_id: team.states['Cancelled'] })
  await expectAccessible(ann)

  await card.getByRole('textbox', { name: 'Label' }).fill('tandem')
  await card.getByRole('switch', { name: 'Sync issues' }).click()
  await expect(card.getByText('No issues yet.')).toBeVisible()
  await expectAccessible(ann)

  const [made] = await team.ann.call('listGitConnections', { params })
  if (made === undefined) throw new Error('there is no connection')
  const at = { params: { ...params, git_connection_id: made.id } }
  const { secret_key } = await team.ann.call('regenerateGitSecret', at)
  const hook = { ...made, secret_key }
  const events = forgeEventsByProvider.gitlab(made.base_url, made.repository)
  await sendForgeWebhook(hook, {
    event: 'Push Hook',
    payload: { project: { path_with_namespace: 'acme/web', web_url: 'x' } },
  })
  await card.getByRole('button', { name: 'Refresh events' }).click()
  await expect(card.getByRole('listitem')).toContainText(['Failed'])
  await sendForgeWebhook(hook, events.push({ branch: 'atl-1-crane' }))
  await card.getByRole('button', { name: 'Refresh events' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(2)

  await ann.setViewportSize({ width: 390, height: 844 })
  await card.getByRole('button', { name: 'Disconnect repository' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Disconnect repository' }).click()
  await expect(ann.getByText('No repositories yet')).toBeVisible()

  await visit(max, screen)
  await expect(max.getByText('Only project admins can see repositories')).toBeVisible()
})

test('a pull request appears live on the card and the item of another person', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Turn the crane')
  const made = await team.ann.call('createGitConnection', {
    params,
    body: { provider: 'github', repository: 'acme/web' },
  })
  const events = forgeEventsByProvider.github(made.base_url, made.repository)
  await visit(max, team.board)
  const card = max.locator(`[data-item="${item.id}"]`)
  await expect(card).toContainText('Turn the crane')
  await visit(ann, `/${team.slug}/browse/ATL-${item.sequence_id}`)
  await expect(ann.getByRole('heading', { name: 'Development' })).toBeHidden()

  const pull = { number: 7, title: `ATL-${item.sequence_id}: Turn it`, branch: 'crane' }
  await sendForgeWebhook(made, events.pullRequest(pull))
  await expect(card.getByText('Open pull request')).toBeAttached()
  const section = ann.getByRole('region', { name: 'Development' })
  const line = section.getByRole('link', { name: /Turn it/ })
  await expect(line).toHaveAttribute('href', 'https://github.com/acme/web/pull/7')
  await expect(section.getByText('Open', { exact: true })).toBeVisible()
  await expectAccessible(ann)

  await sendForgeWebhook(
    made,
    events.pullRequest({ ...pull, state: 'merged', updated_at: '2026-03-03T10:00:00Z' }),
  )
  await expect(section.getByText('Merged', { exact: true })).toBeVisible()
  await expect(card.getByText('Merged pull request')).toBeAttached()
})

test('lists, tables, the side panel and the public board show the pull request', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Turn the crane')
  const made = await team.ann.call('createGitConnection', {
    params,
    body: { provider: 'github', repository: 'acme/web' },
  })
  const events = forgeEventsByProvider.github(made.base_url, made.repository)
  const title = `ATL-${item.sequence_id}: Turn it`
  await sendForgeWebhook(made, events.pullRequest({ number: 7, title, branch: 'crane', state: 'merged' }))
  await visit(max, team.board)
  for (const layout of ['List', 'Table']) {
    await max.getByRole('button', { name: layout, exact: true }).click()
    await expect(max.getByText('Merged pull request')).toBeAttached()
  }
  await visit(max, `${team.board}?peek=${item.id}`)
  const peek = max.getByRole('dialog', { name: /Turn the crane/ })
  await expect(peek.getByText('Merged pull request')).toBeAttached()

  const { anchor } = await team.ann.call('publishProject', { params, body: {} })
  await visit(ann, `/spaces/issues/${anchor}`)
  await expect(ann.getByRole('heading', { name: 'Atlas', level: 1 })).toBeVisible()
  await expect(ann.getByText('Merged pull request')).toBeAttached()
  await expectAccessible(ann)
})

test('an admin creates the GitHub App and connects a repository with it', async ({ server, ann, max }) => {
  const github = await startFakeGithubApp()
  github.visitor = { installations: [] }
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(
    server.databaseUrl,
    'insert into instance_admins (user_id) values ($1) on conflict do nothing',
    [team.ann.id],
  )
  await ann.goto('/admin/github')
  await ann.getByRole('textbox', { name: /Server URL/ }).fill(github.url)
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByText('Settings saved')).toBeVisible()
  await ann.getByRole('button', { name: 'Create GitHub App' }).click()
  await ann.getByRole('link', { name: 'Create the App on GitHub' }).click()
  await expect(ann.getByText('GitHub App created')).toBeVisible()
  await expect(ann.getByRole('textbox', { name: /App ID/ })).toHaveValue('4711')
  await expect(ann.getByRole('textbox', { name: /Private key/ })).toHaveValue('')
  expect(github.manifests).toMatchObject([
    {
      hook_attributes: { url: server.url + githubAppWebhookPath },
      default_permissions: { issues: 'write', pull_requests: 'read' },
      request_oauth_on_install: true,
    },
  ])
  await expectAccessible(ann)

  const screen = `/${team.slug}/settings/projects/${team.project_id}/git`
  await ann.goto(screen)
  await ann.getByRole('button', { name: 'Connect with GitHub' }).click()
  // The fake GitHub installs the App without a question and sends the browser back to Tandem.
  const dialog = ann.getByRole('dialog', { name: 'Select a repository' })
  // The browser opens several addresses before it returns to Tandem, so this step can take longer than others.
  await expect(dialog.getByRole('combobox', { name: 'GitHub account' })).toContainText('acme', {
    timeout: 30_000,
  })
  const search = dialog.getByRole('searchbox', { name: 'Find repositories' })
  await search.fill('nothing')
  await expect(dialog.getByText('No results')).toBeVisible()
  await search.fill('web')
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'acme/web' }).click()
  await expect(dialog).toBeHidden()
  const card = ann.getByRole('region', { name: 'acme/web' })
  await expect(card).toContainText('GitHub App')
  await expect(card.getByRole('button', { name: 'Create new secret' })).toBeHidden()

  github.installations.length = 0
  const hook = {
    provider: 'github' as const,
    webhook_url: server.url + githubAppWebhookPath,
    secret_key: github.settings['GITHUB_APP_WEBHOOK_SECRET'] ?? '',
  }
  const payload = { action: 'deleted', installation: { id: 71 } }
  await sendForgeWebhook(hook, { event: 'installation', payload })
  await expect(async () => {
    await ann.goto(screen)
    await expect(card).toContainText('The GitHub App is no longer installed', { timeout: 1000 })
  }).toPass()
  await ann.setViewportSize({ width: 390, height: 844 })
  await card.getByRole('button', { name: 'Check again' }).click()
  await expect(card.getByRole('button', { name: 'Connect with GitHub' })).toBeVisible()
  await expectAccessible(ann)
  await github.close()
})
