import { DOMParser } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { withCachedSelectors } from '#api/documents/content/cached-selectors.ts'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { documentSchema } from '#common/documents/content/schema.ts'

const selectors = DOMParser.fromSchema(documentSchema()).rules.flatMap(({ tag }) => tag ?? [])

const html = `<P>a</P><ul data-type="taskList"><li data-type="taskItem">b</li></ul><ul data-type="TASKLIST"></ul>
  <a>none</a><a href>empty</a><a href="/x">c</a><details><summary>d</summary></details><summary>e</summary>
  <span data-text-color="red">f</span><span data-type="emoji"></span><div data-type="columns"><div data-type="column"></div></div>
  <image-component src="x"></image-component><image-component></image-component><time datetime="2026-01-01">g</time>
  <mention-component entity_name="user_mention"></mention-component><svg><title>h</title><P>i</P></svg>
  <table><tr><th>j</th><td>k</td></tr></table><p class="x" data-y="z">l</p><h1>m</h1><pre><code>n</code></pre>`

test('answers as linkedom does for every rule of the schema and for other selectors', () => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const elements = [...document.querySelectorAll('body *')]
  expect(elements.length).toBeGreaterThan(25)
  const others = [
    'p.x',
    '[data-y]',
    'p, h1',
    'div > div',
    'p:not(.x)',
    'p[data-y="z"]',
    'li:first-child',
    '*',
  ]
  for (const selector of [...selectors, ...others]) {
    for (const element of elements) {
      const plain = element.matches
      expect(withCachedSelectors(plain).call(element, selector), `${selector} of ${element.outerHTML}`).toBe(
        plain.call(element, selector),
      )
    }
  }
})

test('reading many paragraphs asks linkedom to compile no selector for them', () => {
  nodeFromHtml('<p>first</p>')
  const { Element } = parseHTML('<p></p>')
  const read = nodeFromHtml('<p>a</p>'.repeat(3_000))
  expect(read.childCount).toBe(3_000)
  // Only `details > summary` is more complex than a tag with an attribute. It cannot match a paragraph, because it
  // starts with the tag `details`.
  expect(selectors.filter((selector) => !/^[a-z0-9-]+(\[[^\]]+\])?$/.test(selector))).toEqual([
    'details > summary',
  ])
  expect(Element.prototype.matches.toString()).toContain('comparedBy')
})
