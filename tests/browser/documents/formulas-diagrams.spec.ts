import { expect, type Frame, type Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })

async function openItem(page: Page, id: string) {
  await visit(page, `${team.board}?peek=${id}`)
  await expect(text(page)).toBeEditable()
  await text(page).click()
}

async function written(name: string, description_html: string) {
  const params = { slug: team.slug, project_id: team.project_id }
  return await team.ann.call('createWorkItem', { params, body: { name, description_html } })
}

async function stored(id: string): Promise<string | null> {
  const params = { slug: team.slug, project_id: team.project_id, id }
  return (await team.max.call('getWorkItem', { params })).description_html
}

const diagram = (source: string) => `<pre><code class="language-mermaid">${source}</code></pre>`

test('a formula is written in TeX with a preview and rendered for both', async ({ ann, max }) => {
  const item = await createItem(team, 'Formula')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('/formula')
  await ann.keyboard.press('Enter')
  const field = ann.getByRole('textbox', { name: 'TeX formula' })
  await expect(field).toBeFocused()
  await ann.keyboard.type('\\frac{a')
  await expect(ann.getByText(/Invalid formula/)).toBeVisible()
  await ann.keyboard.type('}{b}')
  await expect(ann.locator('.formula-preview .katex')).toBeVisible()
  await expectAccessibleInThemes(ann, { within: '[role=dialog]' })
  await ann.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(text(ann)).toBeFocused()
  await expect(text(max).locator('.formula-block .katex')).toBeVisible()
  await expect
    .poll(() => stored(item.id))
    .toContain('<div data-type="block-math" data-latex="\\frac{a}{b}">\\frac{a}{b}</div>')
  // Typing continues after the formula. Enter reopens the selected formula, and Escape discards changes.
  await ann.keyboard.type('on')
  await expect(text(max).locator('.formula-block + p')).toContainText('on')
  await ann.keyboard.press('Backspace')
  await ann.keyboard.press('Backspace')
  await ann.keyboard.press('ArrowLeft')
  await expect(text(ann).locator('.formula-block')).toHaveClass(/selectednode/)
  await ann.keyboard.press('Enter')
  await expect(field).toHaveValue('\\frac{a}{b}')
  await ann.keyboard.type('c')
  await ann.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect
    .poll(() => stored(item.id))
    .toBe('<div data-type="block-math" data-latex="\\frac{a}{b}">\\frac{a}{b}</div><p></p>')
})

test('formulas are typed between dollar signs, and prices stay text', async ({ ann, max }) => {
  const item = await createItem(team, 'Typed')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('With $x^2$ it costs $5 or 6$.')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('$$ ')
  await expect(ann.getByRole('textbox', { name: 'TeX formula' })).toBeFocused()
  await ann.keyboard.type('\\sum_i x_i')
  await ann.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(text(max).locator('.formula .katex')).toHaveCount(2)
  await expect
    .poll(() => stored(item.id))
    .toBe(
      '<p>With <span data-type="inline-math" data-latex="x^2">x^2</span> it costs $5 or 6$.</p>' +
        '<div data-type="block-math" data-latex="\\sum_i x_i">\\sum_i x_i</div><p></p>',
    )
})

test('security 21: no formula links, loads or grows beyond the text', async ({ ann }) => {
  const tex = [
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://example.com/a.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\rule{9999em}{9999em}',
    '\\def\\a{\\a\\a}\\a',
  ]
  const html = tex.map((each) => `<div data-type="block-math" data-latex="${each}"></div>`).join('')
  const item = await written('Hostile formulas', html)
  const asked: string[] = []
  ann.on('request', (request) => asked.push(request.url()))
  await openItem(ann, item.id)
  const all = text(ann).locator('.formula')
  await expect(all).toHaveCount(tex.length)
  await expect(text(ann).locator('.formula[data-status=text]')).toHaveCount(0)
  await expect(all.locator('a, img, [style*="fixed"]')).toHaveCount(0)
  const tallest = await all.evaluateAll((each) => Math.max(...each.map((one) => one.clientHeight)))
  expect(tallest).toBeLessThan(1_000)
  expect(asked.filter((url) => url.includes('example.com'))).toEqual([])
})

test('a diagram is rendered below its source, for both and for readers', async ({ ann, max }) => {
  const item = await createItem(team, 'Diagram')
  await visit(max, `${team.board}?peek=${item.id}`)
  await expect(text(max)).toBeEditable()
  await openItem(ann, item.id)
  await ann.keyboard.type('/diagram')
  await ann.keyboard.press('Enter')
  await expect(text(ann).locator('pre')).toBeVisible()
  await expect(drawing(ann).getByText('Ready?')).toBeVisible()
  await expect(drawing(max).getByText('Ready?')).toBeVisible()
  await expect(text(max).locator('pre')).toBeHidden()
  await text(max).getByRole('button', { name: 'Show or hide diagram source' }).click()
  await expect(text(max).locator('pre')).toBeVisible()
  await ann.keyboard.press('Control+Home')
  await ann.keyboard.type('nonsense ')
  await expect(text(ann).getByText(/Invalid Mermaid code/)).toBeVisible()
  for (let at = 0; at < 'nonsense '.length; at++) await ann.keyboard.press('Backspace')
  await expect(drawing(ann).getByText('Ready?')).toBeVisible()
  await expectAccessibleInThemes(ann, { within: '.document' })
  await expect.poll(() => stored(item.id)).toContain('<code class="language-mermaid">flowchart LR')
})

const drawing = (page: Page) => page.frameLocator('.diagram-frame')

async function frameOf(page: Page): Promise<Frame> {
  await expect(page.locator('.code-block[data-drawn] .diagram-frame')).toBeVisible()
  const frame = page.frames().find((each) => each.url().endsWith('/diagrams/frame.html'))
  if (!frame) throw new Error('No frame draws.')
  return frame
}

test('security 24: the diagram frame has no origin, no network and no way out', async ({ ann, server }) => {
  const item = await written('Sandbox', diagram('flowchart LR\n  A --&gt; B'))
  await openItem(ann, item.id)
  const frame = await frameOf(ann)
  const element = ann.locator('.diagram-frame')
  await expect(element).toHaveAttribute('sandbox', 'allow-scripts')
  const found = await frame.evaluate(async (url) => {
    const tried = async (what: () => unknown) => {
      try {
        await what()
        return 'went through'
      } catch {
        return 'refused'
      }
    }
    const loads = (tag: 'img' | 'script' | 'iframe', src: string) =>
      new Promise((resolve, reject) => {
        const made = document.createElement(tag)
        made.onload = resolve
        made.onerror = reject
        made.src = src
        document.head.append(made)
        setTimeout(reject, 2_000)
      })
    return {
      origin: self.origin,
      cookie: await tried(() => document.cookie),
      storage: await tried(() => localStorage.length),
      parent: await tried(() => parent.document.title),
      fetch: await tried(() => fetch(`${url}/healthz`, { mode: 'no-cors' })),
      picture: await tried(() => loads('img', `${url}/icon.svg`)),
      script: await tried(() => loads('script', 'data:text/javascript,1')),
      evaluated: await tried(() => new Function('return 1')()),
      popup: await tried(() => {
        if (open('about:blank') === null) throw new Error('refused')
      }),
    }
  }, server.url)
  expect(found).toEqual({
    origin: 'null',
    cookie: 'refused',
    storage: 'refused',
    parent: 'refused',
    fetch: 'refused',
    picture: 'refused',
    script: 'refused',
    evaluated: 'refused',
    popup: 'refused',
  })
})

test('security 24: hostile diagrams run no scripts and send no requests', async ({ ann }) => {
  const hostile = [
    'flowchart LR\n  A[&lt;img src=x onerror=parent.postMessage(1)&gt;] --&gt; B',
    'flowchart LR\n  A --&gt; B\n  click A href &quot;javascript:alert(1)&quot;',
    'flowchart LR\n  A --&gt; B\n  click A call alert(1)',
    '%%{init: {&quot;securityLevel&quot;: &quot;loose&quot;, &quot;themeCSS&quot;: &quot;@import url(https://example.com/a.css)&quot;}}%%\nflowchart LR\n  A[&lt;a href=https://example.com&gt;x&lt;/a&gt;] --&gt; B',
    'flowchart LR\n  A@{ img: &quot;https://example.com/a.png&quot;, label: &quot;x&quot; }',
    'flowchart LR\n  A --&gt; B\n  style A fill:url(https://example.com/a.svg)',
  ]
  const item = await written('Hostile', hostile.map(diagram).join(''))
  const asked: string[] = []
  // Requests that the content security policy blocks never finish: the browser reports them as failed.
  ann.on('requestfinished', (request) => asked.push(request.url()))
  ann.on('dialog', () => asked.push('dialog'))
  await openItem(ann, item.id)
  const boxes = text(ann).locator('.code-block')
  await expect(boxes).toHaveCount(hostile.length)
  for (const box of await boxes.all()) {
    await box.scrollIntoViewIfNeeded()
    await expect(box.locator('.diagram-words')).not.toHaveText(/Drawing diagram/)
  }
  for (const frame of ann.frames().slice(1)) {
    expect(await frame.locator('script:not([src]), [onerror], [onload], a[href^="javascript"]').count()).toBe(
      0,
    )
    await frame.evaluate(() => {
      for (const node of document.querySelectorAll('.node'))
        node.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    })
  }
  expect(asked.filter((url) => !url.startsWith(new URL(ann.url()).origin))).toEqual([])
})

test('security 24: only the height of a frame is used, and a hanging frame is removed', async ({ ann }) => {
  const item = await written('Frame', diagram('flowchart LR\n  A --&gt; B'))
  await openItem(ann, item.id)
  const frame = await frameOf(ann)
  await frame.evaluate(() => {
    const said = [
      null,
      1,
      'x',
      { drawn: 1, height: 1e9 },
      { drawn: 1, height: '<b>' },
      { failed: 1, line: '<img src=x>' },
    ]
    for (const each of said) parent.postMessage(each, '*')
  })
  await expect(text(ann).locator('.diagram').first()).not.toContainText('<')
  await expect(text(ann).locator('.diagram img')).toHaveCount(0)
  const height = await ann.locator('.diagram').evaluate((box) => box.clientHeight)
  expect(height).toBeLessThanOrEqual(4_100)
})

test('security 24: a hanging frame is removed with a message', async ({ ann }) => {
  const item = await written('Hangs', diagram('flowchart LR\n  A --&gt; B'))
  await ann.route('**/diagrams/mermaid.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: 'export default { initialize() {}, render: () => new Promise(() => undefined) }',
    }),
  )
  await openItem(ann, item.id)
  await expect(text(ann).getByText('Drawing this diagram took too long. Simplify it.')).toBeVisible({
    timeout: 20_000,
  })
  await expect(ann.locator('.diagram-frame')).toHaveCount(0)
  await ann.unroute('**/diagrams/mermaid.js')
  await text(ann).getByRole('button', { name: 'Try again' }).click()
  await expect(ann.locator('.code-block[data-drawn]')).toBeVisible()
})
