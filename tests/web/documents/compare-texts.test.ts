import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { isChangeInClosedToggle } from '#web/documents/editor/blocks/toggle-view.ts'
import { compareTexts, maxComparedLength } from '#web/documents/versions/compare/compare.ts'

const said = { added: '+', removed: '-', restyled: '~', movedHere: '>', movedAway: '<' }

function bodyOf(html: string): Element {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>')
  const body = document.createElement('div')
  body.innerHTML = html
  return body
}

function compared(before: string, after: string) {
  const comparison = compareTexts(before, after, said, bodyOf)
  if (comparison === null) throw new Error('it was too long')
  return comparison
}

/** Renders changes as `[+ added]`, `[- removed]`, `[> moved here]`, `[< moved away]` and `[~ restyled]`. */
function read(before: string, after: string): string {
  const signs: Record<string, string> = {
    added: '+',
    removed: '-',
    restyled: '~',
    movedHere: '>',
    movedAway: '<',
  }
  const body = bodyOf(compared(before, after).html)
  for (const one of body.querySelectorAll('.change-label')) one.remove()
  for (const one of [...body.querySelectorAll('[data-change]')].toReversed()) {
    const sign = signs[one.getAttribute('data-change') ?? '']
    one.replaceWith(`[${sign} `, ...one.childNodes, ']')
  }
  return [...body.childNodes].map(({ textContent }) => textContent).join(' | ')
}

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')

describe('words', () => {
  test('that were added or removed are marked in place', () => {
    expect(read(p('We ship on Friday.'), p('We ship it on Monday.'))).toBe(
      'We ship [+ it ]on [- Friday][+ Monday].',
    )
  })

  test('are unchanged beside a new picture', () => {
    const picture = '<image-component src="a"></image-component>'
    expect(compared(p('Look'), p('Look') + picture)).toMatchObject({ added: 0, isSame: false })
    expect(compared(p('Look') + picture, p('Look'))).toMatchObject({ removed: 0, isSame: false })
    expect(compared(p('Look') + picture, p('Look') + picture)).toMatchObject({ isSame: true })
  })

  test('separated only by a space form one change', () => {
    expect(
      read(p('The old red house stands by the river'), p('The new blue house stands by the river')),
    ).toBe('The [- old red][+ new blue] house stands by the river')
  })

  test('of a rewritten block are replaced as a whole', () => {
    const [old, now] = ['Nobody knows what the plan is', 'Tomorrow everything will be otherwise, is said']
    expect(read(p(old), p(now))).toBe(`[- ${old}] | [+ ${now}]`)
  })

  test('in another place count as moved', () => {
    const before = p('First of all comes this sentence.', 'Then the middle.', 'And at last the end.')
    const after = p('Then the middle.', 'And at last the end.', 'First of all comes this sentence.')
    const { html: _, ...counts } = compared(before, after)
    expect(counts).toEqual({ isSame: false, added: 0, removed: 0, moved: 6, restyled: 0 })
    expect(read(before, after)).toBe(
      '[< First of all comes this sentence.] | Then the middle. | And at last the end. | [> First of all comes this sentence.]',
    )
  })

  test('that became bold count as restyled', () => {
    const { html, ...counts } = compared(p('One bold word'), p('One <strong>bold</strong> word'))
    expect(counts).toEqual({ isSame: false, added: 0, removed: 0, moved: 0, restyled: 1 })
    expect(html).toContain('<span data-change="restyled">')
    expect(html).toContain('<strong>bold</strong>')
  })

  test('are found in scripts without spaces and in right-to-left text', () => {
    expect(read(p('我们星期五发布'), p('我们星期一发布'))).toMatch(/^我们.*\[- .*五\]\[\+ .*一\]发布$/)
    expect(read(p('אנחנו יוצאים ביום שישי'), p('אנחנו יוצאים ביום שני'))).toBe(
      'אנחנו יוצאים ביום [- שישי][+ שני]',
    )
    // The comparison contains labels for screen readers, which must not affect the text direction.
    const { html } = compared(p('שלום'), p('שלום לכם'))
    expect(html).toMatch(/<span [^>]*dir="auto"[^>]*>\+ <\/span>/)
  })
})

describe('blocks', () => {
  const li = (text: string, done?: boolean) =>
    done === undefined
      ? `<li><p>${text}</p></li>`
      : `<li data-checked="${done}" data-type="taskItem"><label><input type="checkbox"${done ? ' checked="checked"' : ''}><span></span></label><div><p>${text}</p></div></li>`

  test('of a list are compared item by item', () => {
    const before = `<ul>${li('Bread and butter')}${li('Milk')}</ul>`
    const after = `<ul>${li('Bread and honey')}${li('Milk')}${li('Eggs')}</ul>`
    expect(read(before, after)).toBe('Bread and [- butter][+ honey]Milk[+ Eggs]')
    expect(compared(before, after).html).toMatch(/^<ul><li><p>.*<\/p><\/li><li><p>Milk<\/p><\/li><li><p><ins/)
  })

  test('show a changed type or state: a heading that was text, a completed item', () => {
    expect(compared(p('Plan of the week'), '<h2>Plan of the week</h2>')).toMatchObject({
      added: 0,
      removed: 0,
      restyled: 1,
      html: '<h2 data-change-block="restyled">Plan of the week</h2>',
    })
    const list = (done: boolean) => `<ul data-type="taskList">${li('Call Max', done)}</ul>`
    const { html, restyled } = compared(list(false), list(true))
    expect(restyled).toBe(1)
    expect(html).toMatch(/<li [^>]*data-change-block="restyled"/)
    expect(html.match(/<input/g)).toHaveLength(1)
  })

  test('of a table are its cells', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${p(cell)}</td>`).join('')}</tr>`
    const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
    const { html, added, removed } = compared(
      table(row('Name', 'Age'), row('Ann', '30')),
      table(row('Name', 'Age'), row('Ann', '31'), row('Max', '40')),
    )
    expect({ added, removed }).toEqual({ added: 3, removed: 1 })
    expect(bodyOf(html).querySelectorAll('tr')).toHaveLength(3)
  })

  test('show added and removed pictures and mentions', () => {
    const mention = (id: string) =>
      `<mention-component entity_identifier="${id}" id="x${id}"></mention-component>`
    const { html } = compared(p(`For ${mention('ann')} alone`), p(`For ${mention('max')} alone`))
    expect(html).toMatch(
      /<del[^>]*>.*entity_identifier="ann".*<\/del><ins[^>]*>.*entity_identifier="max".*<\/ins>/,
    )
    const picture = (src: string) => `<image-component src="${src}"></image-component>`
    const { html: pictures } = compared(picture('a') + p('x'), picture('b') + p('x'))
    const marks = [...bodyOf(pictures).querySelectorAll('image-component')].map((image) => [
      image.getAttribute('src'),
      image.parentElement?.getAttribute('data-change-block'),
    ])
    expect(marks).toEqual([
      ['a', 'removed'],
      ['b', 'added'],
    ])
  })

  test('are equal if only their ids differ', () => {
    expect(compared('<p data-id="1">Same</p>', '<p data-id="2">Same</p>')).toMatchObject({
      html: '<p data-id="2">Same</p>',
      restyled: 0,
    })
  })
})

test('a text compared with itself, with nothing, or in both directions loses nothing', () => {
  const word = fc.constantFrom('one', 'two', 'three', '<strong>four</strong>', '<em>five</em>', 'שש', '七')
  const block = fc
    .tuple(fc.constantFrom('p', 'h2', 'li'), fc.array(word, { minLength: 1, maxLength: 8 }))
    .map(([tag, words]) =>
      tag === 'li' ? `<ul><li><p>${words.join(' ')}</p></li></ul>` : `<${tag}>${words.join(' ')}</${tag}>`,
    )
  const text = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join(''))
  const without = (html: string, kinds: string) => {
    const body = bodyOf(html)
    for (const one of body.querySelectorAll(`${kinds}, .change-label`)) one.remove()
    return body.textContent.replaceAll(/\s+/g, '')
  }
  const bare = (html: string) => bodyOf(html).textContent.replaceAll(/\s+/g, '')
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(compared(before, before)).toEqual({
        html: bodyOf(before).innerHTML,
        added: 0,
        removed: 0,
        moved: 0,
        restyled: 0,
        isSame: true,
      })
      const { html } = compared(before, after)
      expect(without(html, 'del')).toBe(bare(after))
      const old = without(html, 'ins')
      expect([...old].toSorted()).toEqual([...bare(before)].toSorted())
    }),
    { numRuns: 100 },
  )
})

// Without a time limit, comparing these texts would take minutes. The test only checks that the function returns.
test('comparing a long text takes limited time, and a too long one is skipped', () => {
  const words = (seed: number, count: number) =>
    Array.from({ length: count }, (_, at) => `w${(at * 7919 * seed) % 9973}`).join(' ')
  const { html } = compared(p(words(3, 25_000)), p(words(5, 25_000)))
  const blocks = (seed: number) => p(...Array.from({ length: 1500 }, (_, at) => words(seed + at, 12)))
  compared(blocks(3), blocks(4))
  const long = (seed: number) => p(...Array.from({ length: 50 }, (_, at) => words(seed + at, 400)))
  compared(long(3), long(60))
  expect(html).toContain('<del')
  const half = 'a'.repeat(maxComparedLength / 2)
  expect(compareTexts(p(half), p(half), said, bodyOf)).toBeNull()
})

test('columns are compared by block, and files as a whole', () => {
  const column = (...texts: string[]) => `<div data-type="column">${p(...texts)}</div>`
  const columns = (...all: string[]) => `<div data-type="columns">${all.join('')}</div>`
  const file = (name: string) =>
    `<file-component src="0198c0de-0000-7000-8000-000000000001" data-name="${name}">${name}</file-component>`
  expect(
    read(
      columns(column('One and two'), column('Three')) + file('a.pdf'),
      columns(column('One or two'), column('Three', 'Four')) + file('a.pdf'),
    ),
  ).toBe('One [- and][+ or] twoThree[+ Four] | a.pdf')
  expect(compared(p('One'), p('One') + file('a.pdf')).html).toMatch(/<(\w+)[^>]*>.*<file-component.*<\/\1>$/)
  expect(compared(file('a.pdf'), file('b.pdf'))).toMatchObject({ isSame: false })
  expect(compared(file('a.pdf'), file('a.pdf'))).toMatchObject({ isSame: true })
})

describe('a toggle is expanded if it hides a change', () => {
  const toggle = (line: string, ...below: string[]) =>
    `<details><summary>${line}</summary>${below.join('')}</details>`
  const unfolded = (before: string, after: string) =>
    [...bodyOf(compared(before, after).html).querySelectorAll('details')].filter(isChangeInClosedToggle)
      .length

  test.each<[string, string, string, number]>([
    ['nothing', toggle('Why', p('Because of it')), toggle('Why', p('Because of it')), 0],
    ['a word below', toggle('Why', p('Because of it')), toggle('Why', p('Because of them')), 1],
    ['a paragraph below', toggle('Why', p('Because')), toggle('Why', p('Because', 'And more')), 1],
    ['its line alone', toggle('Why it is', p('Because')), toggle('Why it was', p('Because')), 0],
    ['a look below', toggle('Why', p('Because')), toggle('Why', p('<strong>Because</strong>')), 1],
    ['all of it', p('Text'), p('Text') + toggle('Why', p('Because')), 1],
    [
      'a word in one within',
      toggle('Why', toggle('Whose', p('Of Ann'))),
      toggle('Why', toggle('Whose', p('Of Max'))),
      2,
    ],
    [
      'the line of one within',
      toggle('Why', toggle('Whose is it', p('Of Ann'))),
      toggle('Why', toggle('Whose was it', p('Of Ann'))),
      1,
    ],
  ])('%s', (_, before, after, count) => {
    expect(unfolded(before, after)).toBe(count)
  })
})
