import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { signUp } from '../support/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type Screen, type Stage, screens } from './screens.ts'

const folder = resolve(import.meta.dirname, '../../shots')
const sizes = { 1440: 900, 390: 844 }
const themes = ['light', 'dark'] as const
/** Milliseconds that a screen may go on drawing: what fades in stands still by then. */
const settling = 700

/**
 * `npm run shots`, `npm run shots -- board peek`: a picture of every screen (or of those named) at the width of a desk and of a phone, in
 * light and in dark, as `shots/board-1440-dark.png`. For people to leaf through; nothing is compared.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const unknown = positionals.filter((name) => !screens.some((screen) => screen.name === name))
  if (unknown.length > 0)
    throw new Error(`There is no screen ${unknown.join(', ')}; see tests/shots/screens.ts.`)
  const wanted = screens.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium was found; `npm test` installs one.')
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-shots-'))
  const server = await startServerProcess(dataDir)
  const browser = await chromium.launch({ executablePath })
  try {
    await mkdir(folder, { recursive: true })
    const stage = await prepare(server)
    for (const width of [1440, 390] as const)
      for (const screen of wanted) await take(browser, server.url, { stage, screen, width })
    console.log(`${wanted.length * 4} pictures are in ${folder}`)
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(server: ServerProcess): Promise<Stage> {
  const ann = await signUp(server, 'ann@example.com')
  await ann.call('updateMe', { body: { first_name: 'Ann', display_name: 'Ann' } })
  await ann.call('setOnboarded', { body: { is_onboarded: true } })
  const [slug, emptySlug] = ['acme', 'new']
  await ann.call('createWorkspace', { body: { name: 'Acme', slug } })
  await ann.call('createWorkspace', { body: { name: 'New', slug: emptySlug } })
  const { project_id } = await ann.call('createSampleWorkspace', { params: { slug } })
  const empty = await ann.call('createProject', {
    params: { slug: emptySlug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug, project_id }
  const [page] = await ann.call('listPages', { params })
  const [view] = await ann.call('listViews', { params })
  const project = await ann.call('getProject', { params })
  for (const [title, url] of [
    ['Handbook', 'https://example.com/handbook'],
    [null, 'https://example.com/status'],
  ] as const)
    await ann.call('createQuickLink', { params: { slug }, body: { title, url } })
  return {
    ann,
    slug,
    project_id,
    key: `${project.identifier}-1`,
    page_id: page?.id ?? '',
    view_id: view?.id ?? '',
    empty: { slug: emptySlug, project_id: empty.id },
  }
}

interface Picture {
  stage: Stage
  screen: Screen
  width: keyof typeof sizes
}

async function take(browser: Browser, url: string, { stage, screen, width }: Picture): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: sizes[width] },
    isMobile: width === 390,
    hasTouch: width === 390,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  try {
    const [cookie = '', value = ''] = stage.ann.cookie.split('=')
    if (!screen.isPublic) await context.addCookies([{ name: cookie, value, url }])
    const { layout = 'kanban' } = screen
    await stage.ann.call('updateUserProperties', {
      params: { slug: stage.slug, project_id: stage.project_id },
      query: { context: 'project' },
      body: { display_filters: { layout } },
    })
    const page = await context.newPage()
    await page.goto(screen.path(stage))
    await stand(page)
    await screen.act?.(page)
    await stand(page)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(settling / 3)
      await page.screenshot({ path: join(folder, `${screen.name}-${width}-${colorScheme}.png`) })
    }
  } catch (error) {
    console.error(
      `${screen.name} at ${width}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    )
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

/** Until nothing is loaded any more and what moves has come to rest. */
async function stand(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(settling)
}

await main()
