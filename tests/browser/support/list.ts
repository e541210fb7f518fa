import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { TwoUserProject } from './team.ts'

/** Shows the project's items to both people as a list in manual order. */
export async function showItemsAsList(
  { slug, project_id, ann, max }: TwoUserProject,
  display: object = {},
): Promise<void> {
  for (const client of [ann, max]) {
    await client.call('updateUserProperties', {
      params: { slug, project_id },
      query: { context: 'project' },
      body: { display_filters: { layout: 'list', order_by: 'sort_order', ...display } },
    })
  }
}

export const itemRowLocator = (page: Page, name: string) =>
  page.locator('[data-item]').filter({ has: page.getByRole('link', { name: new RegExp(`^\\S+ ${name}$`) }) })
export const itemTitleLocator = (page: Page, name: string) => itemRowLocator(page, name).getByRole('link')
export const itemCheckboxLocator = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
export const bulkToolbarLocator = (page: Page) => page.getByRole('toolbar', { name: 'Selected work items' })
export const valuePickerLocator = (within: Locator, name: string | RegExp) =>
  within.getByRole('combobox', { name, exact: true })

/**
 * Returns the visible content of the list from top to bottom: group names with counts, and the items below
 * them.
 */
export const readVisibleListLines = (page: Page): Promise<string[]> =>
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

/** Expects that the list has the same content before and after a reload of the page. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  const before = await readVisibleListLines(page)
  await page.reload()
  await expect.poll(() => readVisibleListLines(page)).toEqual(before)
}

/** Waits until the server has stored these values of the item. This takes less time than a look in a second browser. */
export async function expectStored(
  team: TwoUserProject,
  name: string,
  values: Partial<WorkItemRow>,
): Promise<void> {
  const stored = async () => (await loadStoredItems(team)).find((item) => item.name === name)
  await expect.poll(stored, `${name} is stored`).toMatchObject(values)
}

/** Returns the names of the stored items of a state in manual order. */
export async function loadStoredOrder(team: TwoUserProject, state: string): Promise<string[]> {
  return (await loadStoredItems(team))
    .filter(({ state_id }) => state_id === team.states[state])
    .toSorted((one, other) => one.sort_order - other.sort_order)
    .map(({ name }) => name)
}

export async function loadStoredItems({ slug, project_id, ann }: TwoUserProject): Promise<WorkItemRow[]> {
  const { results } = await ann.call('listWorkItems', {
    params: { slug, project_id },
    query: { order_by: 'created_at' },
  })
  return Array.isArray(results) ? results : []
}
