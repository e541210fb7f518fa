import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { Team } from './team.ts'

/** Shows the project's items to both people as a list in manual order. */
export async function showAsList({ slug, project_id, ann, max }: Team, display: object = {}): Promise<void> {
  for (const client of [ann, max]) {
    await client.call('updateUserProperties', {
      params: { slug, project_id },
      query: { context: 'project' },
      body: { display_filters: { layout: 'list', order_by: 'sort_order', ...display } },
    })
  }
}

export const row = (page: Page, name: string) =>
  page.locator('[data-item]').filter({ has: page.getByRole('link', { name: new RegExp(`^\\S+ ${name}$`) }) })
export const title = (page: Page, name: string) => row(page, name).getByRole('link')
export const selectBoxOf = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
export const bulkToolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected work items' })
export const valuePickerIn = (within: Locator, name: string | RegExp) =>
  within.getByRole('combobox', { name, exact: true })

/**
 * Returns the visible content of the list from top to bottom: group names with counts, and the items below
 * them.
 */
export const visibleListOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'List' })
    .getByRole('listitem')
    .evaluateAll((lines) =>
      lines
        .toSorted((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
        .flatMap((line) => {
          const link = line.querySelector('[data-card]')
          if (link !== null) return link.textContent?.replace(/^\S+ /, '') ?? ''
          return line.querySelector('[aria-expanded]')?.textContent ?? []
        }),
    )

/** Expects that the page shows the same as after a reload. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  const before = await visibleListOf(page)
  await page.reload()
  await expect.poll(() => visibleListOf(page)).toEqual(before)
}

export async function loadStoredItems({ slug, project_id, ann }: Team): Promise<WorkItemRow[]> {
  const { results } = await ann.call('listWorkItems', {
    params: { slug, project_id },
    query: { order_by: 'created_at' },
  })
  return Array.isArray(results) ? results : []
}
