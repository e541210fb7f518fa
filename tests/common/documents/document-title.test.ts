import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { titleFragmentName } from '#common/documents/content/fragment.ts'
import { getDocumentTitle, maxPageNameLength, setDocumentTitle } from '#common/documents/content/title.ts'
import { singleLineText } from '#common/platform/fields.ts'

function typed(...texts: string[]): Y.Doc {
  const doc = new Y.Doc()
  for (const text of texts) {
    const heading = new Y.XmlElement('heading')
    heading.insert(0, [new Y.XmlText(text)])
    doc.getXmlFragment(titleFragmentName).push([heading])
  }
  return doc
}

test('setting a title replaces the whole heading', () => {
  const doc = new Y.Doc()
  expect(getDocumentTitle(doc)).toBe('')
  const first = setDocumentTitle(doc, 'Plan')
  expect(doc.getXmlFragment(titleFragmentName).toString()).toBe('<heading>Plan</heading>')
  expect(setDocumentTitle(doc, 'Plan')).toBeNull()
  setDocumentTitle(doc, 'Better plan')
  expect(getDocumentTitle(doc)).toBe('Better plan')
  const copy = new Y.Doc()
  Y.applyUpdate(copy, first ?? new Uint8Array())
  expect(getDocumentTitle(copy)).toBe('Plan')
})

test('setting a title keeps letters that others type at the same time', () => {
  const doc = new Y.Doc()
  setDocumentTitle(doc, 'Plan 😀 A')
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  const text = (other.getXmlFragment(titleFragmentName).get(0) as Y.XmlElement).get(0) as Y.XmlText
  text.insert(text.length, ' typed')
  setDocumentTitle(doc, 'Plan 😁 A')
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other))
  expect(getDocumentTitle(doc)).toBe('Plan 😁 A typed')
})

test('setting a title removes other elements that editors left', () => {
  const doc = typed('', 'One', 'Two')
  expect(getDocumentTitle(doc)).toBe('One')
  setDocumentTitle(doc, 'Plan')
  expect(doc.getXmlFragment(titleFragmentName).toJSON()).toBe('<heading>Plan</heading>')
})

test('every page name is stored unchanged as a title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: maxPageNameLength }), (text) => {
      const name = singleLineText(maxPageNameLength).safeParse(text)
      const doc = new Y.Doc()
      fc.pre(name.success && !/[\t\n\r\u2028\u2029]/.test(name.data))
      setDocumentTitle(doc, name.data ?? '')
      expect(getDocumentTitle(doc)).toBe(name.data)
    }),
  )
})

test('security 61: any typed title results in a valid name', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 700 }), { maxLength: 3 }), (texts) => {
      const title = getDocumentTitle(typed(...texts))
      expect(singleLineText(maxPageNameLength).safeParse(title)).toMatchObject({ success: true, data: title })
      expect(title).not.toMatch(/[\n\r\u2028\u2029\0]/)
    }),
  )
})

test('security 61: deep nesting in a title is cut off', () => {
  const doc = new Y.Doc()
  let parent: Y.XmlFragment = doc.getXmlFragment(titleFragmentName)
  for (let depth = 0; depth < 5_000; depth++) {
    const child = new Y.XmlElement('heading')
    parent.insert(0, [child])
    parent = child
  }
  parent.insert(0, [new Y.XmlText('deep')])
  expect(getDocumentTitle(doc)).toBe('')
  setDocumentTitle(doc, 'Plan')
  expect(getDocumentTitle(doc)).toBe('Plan')
})
