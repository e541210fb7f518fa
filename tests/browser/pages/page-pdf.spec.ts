import { expect, type Page } from '@playwright/test'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { uploadToStorage } from '../../support/upload.ts'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const list = () => `/${team.slug}/projects/${team.project_id}/pages`
const params = () => ({ slug: team.slug, project_id: team.project_id })

/** Replaces the browser's print dialog, which would wait for a person. */
async function withoutWindow(page: Page) {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked', '')
  })
}

async function makeTree(server: { url: string }) {
  const make = (name: string, description_html: string, parent: string | null = null) =>
    team.ann.call('createPage', { params: params(), body: { name, description_html, parent } })
  const bytes = await sharp({ create: { width: 300, height: 150, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = { name: 'sea.png', type: 'image/png', bytes }
  const uploadTarget = await team.ann.call('createProjectAsset', {
    params: params(),
    body: { entity_type: 'PAGE_DESCRIPTION', name: file.name, type: file.type, size: bytes.byteLength },
  })
  await uploadToStorage(server, uploadTarget, file)
  await team.ann.call('confirmProjectAsset', {
    params: { ...params(), asset_id: uploadTarget.asset_id },
    body: {},
  })
  const rows = Array.from({ length: 90 }, (_, at) => `<tr><td>${at}</td><td>Row ${at}</td></tr>`).join('')
  const root = await make(
    'Voyage',
    `<p>Wörter, слова, λέξεις, كلمات</p><image-component src="${uploadTarget.asset_id}"></image-component><pre><code>${'longcode'.repeat(60)}</code></pre>`,
  )
  const table = await make('The log', `<table><tr><th>Number</th><th>What</th></tr>${rows}</table>`, root.id)
  await make(
    'Crew',
    `<p>See <a href="${list()}/${table.id}">the log</a>.</p><details><summary>More</summary><p>folded away</p></details><pre><code class="language-mermaid">graph TD; A[Mast]-->B[Sail]</code></pre>`,
    root.id,
  )
  return root
}

async function asPdf(
  page: Page,
  id: string,
  choose: (dialog: ReturnType<Page['locator']>) => Promise<void> = async () => {},
) {
  await page.goto(`${list()}/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const dialog = page.locator('[data-modal]')
  await dialog.getByRole('radio', { name: /PDF/ }).click()
  await choose(dialog)
  await dialog.getByRole('button', { name: 'Create PDF' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', '')
  // The browser uses the document title as the file name.
  await expect(page).toHaveTitle('Voyage')
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ preferCSSPageSize: true })) }).promise
  const sheets = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const sheet = await pdf.getPage(at + 1)
      const { items } = await sheet.getTextContent()
      const { fnArray } = await sheet.getOperatorList()
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
        links: await sheet.getAnnotations(),
        pictures: fnArray.filter((one) => one === OPS.paintImageXObject).length,
        size: sheet.view.slice(2).map(Math.round),
      }
    }),
  )
  return sheets
}

test('a tree is one document: contents, each page on its sheet, links between them, text, pictures', async ({
  server,
  ann,
}) => {
  const root = await makeTree(server)
  await withoutWindow(ann)
  const sheets = await asPdf(
    ann,
    root.id,
    async () => void (await expectAccessible(ann, { within: '[data-modal]' })),
  )
  expect(sheets[0]?.size).toEqual([595, 842])
  for (const words of ['Voyage', 'Table of contents', 'The log', 'Crew'])
    expect(sheets[0]?.text).toContain(words)
  expect(sheets[0]?.links.filter((link) => link.dest)).toHaveLength(3)
  for (const word of ['Wörter', 'слова', 'λέξεις']) expect(sheets[1]?.text).toContain(word)
  expect(sheets[1]?.pictures).toBe(1)
  const text = sheets.map((sheet) => sheet.text)
  const all = text.join(' ')
  expect(all.replace(/\s/g, '')).toContain('longcode'.repeat(60))
  expect(all).toContain('Row 89')
  expect(all).toContain('folded away')
  // Diagrams are rendered instead of their source.
  expect(all).toContain('Mast')
  expect(all).not.toContain('graph TD')
  // The table header repeats on each sheet.
  const ofTable = text.filter((one) => /Row \d/.test(one))
  expect(ofTable.length).toBeGreaterThan(1)
  for (const one of ofTable) expect(one).toContain('Number')
  const crew = sheets.find((sheet) => sheet.text.includes('See'))
  expect(crew?.links.some((link) => link.dest)).toBe(true)
  // After printing, the client removes the element that contains the printed document.
  await expect(ann.locator('body > .printed')).toHaveCount(0)
  await expect(ann).not.toHaveTitle('Voyage')
})

test('prints one page in landscape on other paper, without pictures', async ({ server, ann }) => {
  await ann.setViewportSize({ width: 390, height: 800 })
  const root = await makeTree(server)
  await withoutWindow(ann)
  const sheets = await asPdf(ann, root.id, async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Paper size' }).click()
    await ann.getByRole('option', { name: 'Letter' }).click()
    await dialog.getByRole('button', { name: 'Landscape' }).click()
    await dialog.getByRole('checkbox', { name: 'Include images' }).click()
    await dialog.getByRole('checkbox', { name: /sub-page/ }).click()
  })
  expect(sheets.map((sheet) => sheet.size)[0]).toEqual([792, 612])
  expect(sheets.map((sheet) => sheet.pictures).every((count) => count === 0)).toBe(true)
  expect(sheets[0]?.text).toContain('Wörter')
  expect(sheets.map((sheet) => sheet.text).join(' ')).not.toContain('Row 1')
})
