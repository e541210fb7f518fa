import { expect, type Page } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { createTwoUserProject, visitNewScreen } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

const account = ['general', 'appearance', 'security', 'notifications', 'calendars', 'api-tokens']
const workspace = [
  ...[
    '',
    '/members',
    '/service-accounts',
    '/templates',
    '/webhooks',
    '/integrations',
    '/audit-log',
    '/imports',
    '/exports',
  ],
]
const project = [
  ...['', '/members', '/features', '/states', '/labels', '/estimates', '/automations', '/git', '/chat'],
  ...['/templates', '/publish'],
]
const instance = [
  ...['general', 'authentication', 'email', 'files', 'github', 'workspaces', 'people', 'jobs', 'health'],
  'audit',
]

interface Measures {
  left: number
  width: number
  headings: { left: number; width: number; size: string; weight: string }[]
  /** The distance between the top of the column and the first section. */
  top: number
  /** The distances between sections. */
  gaps: number[]
}

/** Measures the column of settings and the headings of its sections. */
function measure(page: Page): Promise<Measures> {
  return page.evaluate(() => {
    const column = document.querySelector('[data-settings]')
    if (column === null) throw new Error('This screen has no column of settings.')
    const rects = [...column.querySelectorAll(':scope > section')].map((one) => one.getBoundingClientRect())
    const { left, top, width } = column.getBoundingClientRect()
    const headings = [...column.querySelectorAll('h2')].map((heading) => {
      const { fontSize, fontWeight } = getComputedStyle(heading)
      const header = (heading.parentElement ?? heading).getBoundingClientRect()
      return {
        left: heading.getBoundingClientRect().left,
        width: header.width,
        size: fontSize,
        weight: fontWeight,
      }
    })
    const gaps = rects.slice(1).map((rect, at) => rect.top - (rects[at]?.bottom ?? 0))
    return { left, width, headings, top: (rects[0]?.top ?? 0) - top, gaps }
  })
}

function afterTwoFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

test('all settings screens have the same column, headings and distances', async ({ ann, max, server }) => {
  test.slow()
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  const screens = [
    ...account.map((path) => `/${team.slug}/settings/profile/${path}`),
    ...workspace.map((path) => `/${team.slug}/settings${path}`),
    ...project.map((path) => `/${team.slug}/settings/projects/${team.project_id}${path}`),
    ...instance.map((path) => `/admin/${path}`),
  ]
  const sizes = [
    { width: 1440, height: 900 },
    { width: 390, height: 900 },
  ]
  const first = new Map<number, Measures>()
  for (const path of screens) {
    await visitNewScreen(ann, team, path)
    await expect(ann.locator('[data-settings] h2').first(), path).toBeVisible()
    for (const size of sizes) {
      await ann.setViewportSize(size)
      await afterTwoFrames(ann)
      const expected = first.get(size.width) ?? (await measure(ann))
      first.set(size.width, expected)
      // The client may still be rendering for the new size.
      await expect(async () => {
        const found = await measure(ann)
        expect({ left: found.left, width: found.width, top: found.top }, path).toEqual({
          left: expected.left,
          width: expected.width,
          top: expected.top,
        })
        for (const one of found.headings) expect(one, path).toEqual(expected.headings[0])
        for (const gap of found.gaps) expect(gap, path).toBeCloseTo(40)
      }).toPass({ intervals: [50], timeout: 5_000 })
    }
  }
})
