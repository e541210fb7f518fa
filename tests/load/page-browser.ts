import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { createSignedInUser } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'

export interface PageBrowser {
  /** Opens a tab on a page with this text and waits until its editor accepts keys. */
  open(html?: string): Promise<Page>
  /**
   * Opens two isolated windows on the same empty page. Calls `prepare` for each before the page is opened.
   */
  openTwo(prepare: (page: Page) => Promise<void>): Promise<readonly [Page, Page]>
  close(): Promise<void>
}

/**
 * Opens a Chromium browser, signed in as a person with a separate project. Returns null if Chromium is not
 * installed.
 */
export async function openPageBrowser(server: ServerProcess, slug: string): Promise<PageBrowser | null> {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const person = await createSignedInUser(server, `${slug}@example.com`)
  await person.call('setOnboarded', { body: { is_onboarded: true } })
  await person.call('createWorkspace', { body: { name: slug, slug } })
  const project = await person.call('createProject', {
    params: { slug },
    body: { name: slug, identifier: slug.slice(0, 3).toUpperCase() },
  })
  const browser = await chromium.launch({ executablePath })
  const params = { slug, project_id: project.id }
  const newWindow = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = person.cookie.split('=')
    await context.addCookies([{ name, value, url: server.url }])
    return context
  }
  const context = await newWindow()
  const other = await newWindow()
  return {
    async open(description_html) {
      const { id } = await person.call('createPage', { params, body: { name: 'Long', description_html } })
      return opened(await context.newPage(), server, params, id)
    },
    async openTwo(prepare) {
      const { id } = await person.call('createPage', { params, body: { name: 'Carets' } })
      const pages = [await context.newPage(), await other.newPage()] as const
      for (const page of pages) {
        await prepare(page)
        await opened(page, server, params, id)
      }
      return pages
    },
    close: () => browser.close(),
  }
}

async function opened(
  page: Page,
  { url }: ServerProcess,
  { slug, project_id }: { slug: string; project_id: string },
  id: string,
): Promise<Page> {
  await page.goto(`${url}/${slug}/projects/${project_id}/pages/${id}`)
  await page.locator('.document[contenteditable=true]').last().click()
  await page.waitForLoadState('networkidle')
  return page
}
