import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { nodeFromJson } from '#common/documents/content/parse-json.ts'
import { nodeFromYDoc, renderDocument, renderNode } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { documentFromUpdates } from '#common/documents/content/updates.ts'
import { arbitrarySchemaDocument } from '../../support/arbitrary-schema-document.ts'

// fast-check uses other examples in each run and prints the seed of a failure. To repeat a failure, put its
// `{ seed, path }` beside `numRuns`.
const numRuns = 150

describe('any document of the schema', () => {
  test('is unchanged after conversion to HTML, JSON and Yjs', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(arbitrarySchemaDocument(), (node) => {
        node.check()
        node.descendants(({ type, marks }) => {
          for (const one of [type, ...marks.map((mark) => mark.type)]) seen.add(one.name)
        })
        const { html, json, text } = renderNode(node)
        expect(nodeFromHtml(html).toJSON(), html).toEqual(json)
        expect(nodeFromJson(JSON.parse(JSON.stringify(json))).eq(node)).toBe(true)
        const ydoc = new Y.Doc()
        replaceContent(ydoc, node)
        expect(renderDocument(documentFromUpdates([Y.encodeStateAsUpdate(ydoc)]).doc)).toMatchObject({
          html,
          json,
          text,
        })
      }),
      { numRuns },
    )
    // Every node type and every mark type must occur in the examples, otherwise it would not be tested.
    const { nodes, marks, topNodeType } = documentSchema()
    const all = Object.keys({ ...nodes, ...marks }).filter((name) => name !== topNodeType.name)
    expect([...seen].sort()).toEqual(all.sort())
  })

  test('keeps the valid parts when one part belongs to another schema', () => {
    fc.assert(
      fc.property(
        arbitrarySchemaDocument(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        (node, places) => {
          const ydoc = new Y.Doc()
          replaceContent(ydoc, node)
          for (const place of places) putUnknown(ydoc.getXmlFragment(bodyFragmentName), place)
          expect(nodeFromYDoc(documentFromUpdates([Y.encodeStateAsUpdate(ydoc)]).doc).toJSON()).toEqual(
            node.toJSON(),
          )
        },
      ),
      { numRuns },
    )
  })
})

/**
 * Adds an element at a random place, and an attribute and a mark beside it. The schema contains none of the three.
 */
function putUnknown(body: Y.XmlFragment, place: number): void {
  const within: Y.XmlFragment[] = [body]
  for (const one of within) within.push(...one.toArray().filter((child) => child instanceof Y.XmlElement))
  const at = within[place % within.length] ?? body
  const unknown = new Y.XmlElement('fromTomorrow')
  unknown.setAttribute('level', '1')
  unknown.insert(0, [new Y.XmlText('unheard of')])
  at.insert(place % (at.length + 1), [unknown])
  if (at instanceof Y.XmlElement) at.setAttribute('fromTomorrow', 'yes')
  for (const child of at.toArray())
    if (child instanceof Y.XmlText && child.length > 0)
      child.format(0, child.length, { fromTomorrow: { a: 1 } })
}

describe('a text that an earlier version stored', () => {
  const folder = new URL('./kept-documents/', import.meta.url)

  test.each(readdirSync(folder))('renders %s as before', (file) => {
    const kept = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const { doc, refused } = documentFromUpdates(
      kept.updates.map((update: string) => Buffer.from(update, 'base64')),
    )
    expect(refused).toEqual([])
    expect(renderDocument(doc)).toMatchObject({ html: kept.html, text: kept.text })
    expect(renderNode(nodeFromHtml(kept.html)).html).toBe(kept.html)
    expect(renderNode(nodeFromJson(kept.json))).toMatchObject({ html: kept.html, text: kept.text })
    // Writing the rendered document back does not change a document with unknown parts.
    const node = nodeFromYDoc(doc)
    expect(replaceContent(doc, node)).toBeNull()
  })
})
