import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { type ApiClient, signUp } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'

export interface PageBrowser {
  /** A tab on a page with this text, once its editor takes keys. */
  open(html?: string): Promise<Page>
  close(): Promise<void>
}

/** Chromium, signed in as somebody in a project of their own; null where there is none. */
export async function openPageBrowser(server: ServerProcess, slug: string): Promise<PageBrowser | null> {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const person = await signUp(server, `${slug}@example.com`)
  await person.call('setOnboarded', { body: { is_onboarded: true } })
  await person.call('createWorkspace', { body: { name: slug, slug } })
  const project = await person.call('createProject', {
    params: { slug },
    body: { name: slug, identifier: slug.slice(0, 3).toUpperCase() },
  })
  const browser = await chromium.launch({ executablePath })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  return {
    open: (html) => openPage(context, server, person, { slug, project_id: project.id }, html),
    close: () => browser.close(),
  }
}

async function openPage(
  context: BrowserContext,
  { url }: ServerProcess,
  person: ApiClient,
  params: { slug: string; project_id: string },
  description_html?: string,
): Promise<Page> {
  const { id } = await person.call('createPage', { params, body: { name: 'Long', description_html } })
  const page = await context.newPage()
  await page.goto(`${url}/${params.slug}/projects/${params.project_id}/pages/${id}`)
  await page.locator('.document[contenteditable=true]').last().click()
  await page.waitForLoadState('networkidle')
  return page
}
