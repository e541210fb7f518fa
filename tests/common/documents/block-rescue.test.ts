import type { Transform } from '@tiptap/pm/transform'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromYDoc } from '#common/documents/content/render.ts'
import {
  applyTransform,
  createRandom,
  createTwoClients,
  deliverAllMessages,
  editorSchema,
  insertTextAfter,
  moveBlock,
  paragraphNode,
  simulateTwoRandomWriters,
  stepsPerSimulation,
  wrapBlock,
} from '../../support/rescue-network.ts'

const turnInto = (name: string) => (transform: Transform) => {
  const type = editorSchema.nodes[name]
  if (type) transform.setBlockType(7, 8, type)
}

const commands: [string, (transform: Transform) => void][] = [
  ['a heading', turnInto('heading')],
  ['a code block', turnInto('codeBlock')],
  ['a quote', (transform) => wrapBlock(transform, 7, 'blockquote')],
  ['a list item', (transform) => wrapBlock(transform, 7, 'bulletList')],
  ['a task', (transform) => wrapBlock(transform, 7, 'taskList')],
  ['the end of the block before', (transform) => void transform.join(7)],
  ['the first block', (transform) => moveBlock(transform, 1, 0)],
]

const orders = commands.flatMap(([name, command]) =>
  (['ann', 'max'] as const).map((first) => ({ name, command, first })),
)

test.each(orders)('restores offline words in $name when $first reaches the server first', (order) => {
  const { network, ann, max } = createTwoClients([
    paragraphNode('Alpha'),
    paragraphNode('Second block'),
    paragraphNode('Last'),
  ])
  for (const one of [ann, max]) one.disconnect()
  applyTransform(ann.doc, order.command)
  const expected = nodeFromYDoc(ann.doc).toString().replace('Second block', 'Second offline block')
  insertTextAfter(max.doc, 'Second', ' offline')
  const first = order.first === 'ann' ? ann : max
  first.connect()
  deliverAllMessages([ann, max])
  network.settle()
  for (const { doc } of [ann, max]) expect(nodeFromYDoc(doc).toString()).toBe(expected)
})

test('restores words typed offline into a deleted block as a paragraph', () => {
  const { network, ann, max } = createTwoClients([
    paragraphNode('Alpha'),
    paragraphNode('Second block'),
    paragraphNode('Last'),
  ])
  max.disconnect()
  applyTransform(ann.doc, (transform) => void transform.delete(7, 21))
  insertTextAfter(max.doc, 'Second', ' offline')
  network.settle()
  expect(nodeFromYDoc(network.server).toString()).toBe(
    'doc(paragraph("Alpha"), paragraph("offline "), paragraph("Last"))',
  )
})

test('keeps offline deletions when the block becomes a heading', () => {
  const { network, ann, max } = createTwoClients([
    paragraphNode('Alpha'),
    paragraphNode('Second block'),
    paragraphNode('Last'),
  ])
  max.disconnect()
  applyTransform(ann.doc, turnInto('heading'))
  applyTransform(max.doc, (transform) => void transform.delete(8, 15))
  insertTextAfter(max.doc, 'block', ' here')
  network.settle()
  expect(nodeFromYDoc(network.server).child(1).toString()).toBe('heading("block here")')
})

test('restores marks of offline words in a heading but not in a code block', () => {
  for (const [name, expected] of [
    ['heading', 'heading(bold("very "), "Second block")'],
    ['codeBlock', 'codeBlock("very Second block")'],
  ] as const) {
    const { network, ann, max } = createTwoClients([
      paragraphNode('Alpha'),
      paragraphNode('Second block'),
      paragraphNode('Last'),
    ])
    max.disconnect()
    applyTransform(ann.doc, turnInto(name))
    applyTransform(
      max.doc,
      (transform) => void transform.insert(8, editorSchema.text('very ', [editorSchema.mark('bold')])),
    )
    network.settle()
    expect(nodeFromYDoc(network.server).child(1).toString()).toBe(expected)
  }
})

const moments = [
  { name: 'before the connection', delivered: null },
  { name: 'before the server received the request', delivered: 0 },
  { name: 'before the content of the server arrived', delivered: 1 },
  { name: 'after the content of the server arrived', delivered: 2 },
  { name: 'after the synchronization', delivered: 3 },
]

/** Opens the text again on another device of Max, whose stored copy is loaded at the given moment. */
function reopenFromCopy(
  { network }: ReturnType<typeof createTwoClients>,
  copy: Uint8Array,
  delivered: number | null,
) {
  const reader = network.createClient(3)
  if (delivered === null) reader.loadCopy(copy)
  reader.connect()
  if (delivered === null) return network.settle()
  if (delivered > 0) reader.send()
  if (delivered > 1) reader.receive()
  if (delivered > 2) deliverAllMessages(network.clients)
  reader.loadCopy(copy)
  network.settle()
}

test.each(moments)('does not restore text that others deleted when a copy is loaded $name', (moment) => {
  for (const [, command] of commands) {
    const text = createTwoClients([
      paragraphNode('Alpha'),
      paragraphNode('Second block'),
      paragraphNode('Last'),
    ])
    insertTextAfter(text.max.doc, 'Second', ' @ben')
    applyTransform(text.max.doc, (transform) => void transform.delete(14, 19))
    text.network.settle()
    const copy = Y.encodeStateAsUpdate(text.max.doc)
    text.max.disconnect()
    applyTransform(text.ann.doc, command)
    const expected = nodeFromYDoc(text.ann.doc).toString()
    reopenFromCopy(text, copy, moment.delivered)
    expect(nodeFromYDoc(text.network.server).toString()).toBe(expected)
  }
})

// After the synchronization, the document no longer contains the block that the words were typed into.
test.each(moments.slice(0, -1))('restores offline words of a copy that is loaded $name', (moment) => {
  for (const [, command] of commands) {
    const text = createTwoClients([
      paragraphNode('Alpha'),
      paragraphNode('Second block'),
      paragraphNode('Last'),
    ])
    text.max.disconnect()
    insertTextAfter(text.max.doc, 'block', ' offline')
    const copy = Y.encodeStateAsUpdate(text.max.doc)
    applyTransform(text.ann.doc, command)
    const expected = nodeFromYDoc(text.ann.doc).toString().replace('Second block', 'Second block offline')
    text.network.clients.splice(1, 1)
    reopenFromCopy(text, copy, moment.delivered)
    expect(nodeFromYDoc(text.network.server).toString()).toBe(expected)
  }
})

const steps = 10_000

/**
 * The environment variable `RESCUE_SEED` sets another seed: `RESCUE_SEED=123 npx vitest run
 * tests/common/documents/block-rescue.test.ts`.
 */
const seed = Number(process.env.RESCUE_SEED ?? 29)

test('keeps every word that nobody deleted after any edits of two people', () => {
  const random = createRandom(seed)
  for (let text = 0; text < steps / stepsPerSimulation; text++)
    expect({ seed, text, ...simulateTwoRandomWriters(random, text % 2 === 0) }).toEqual({
      seed,
      text,
      missing: [],
      differs: false,
    })
})
