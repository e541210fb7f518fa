import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#common/identity/users/schema.ts'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { store } from '#web/platform/app/sync.ts'
import { meAtom } from '#web/platform/person/session.ts'
import { matchingOptions } from '#web/platform/ui/picker-options.ts'
import { splitWords } from '#web/platform/ui/split-words.ts'
import { addFilterWithValue, type PropertyFilter } from '#web/work/listing/filters/leaf.ts'
import { readTypedFilter } from '#web/work/listing/filters/typed-filter.ts'
import { filterValueOptions } from '#web/work/listing/filters/value-options.ts'

const names: FilterablePropertyName[] = [
  ...(['state', 'priority', 'assignees', 'mentions', 'labels', 'created_by', 'subscribers'] as const),
  ...(['start_date', 'target_date', 'parent'] as const),
]
const me = '01920000-0000-7000-8000-00000000000a'

/** Returns the labels that the menu offers for a typed text, in their order. */
const offered = (typed: string) =>
  matchingOptions(filterValueOptions(names, null, typed), typed).map((option) => option.label)

describe('filters by typed words', () => {
  beforeAll(() => store.set(meAtom, { id: me } as Me))
  afterAll(() => store.set(meAtom, null))

  test.each(['no due date', 'no due', 'without due date', 'No Due'])('%j offers an empty date', (typed) => {
    expect(offered(typed)).toEqual(['Due date is empty'])
  })

  test('"no" offers all properties without a value', () => {
    expect(offered('no start date')).toEqual(['Start date is empty'])
    expect(offered('no parent')).toEqual(['Parent is empty'])
    expect(offered('no assignee')[0]).toBe('Assignee is Unassigned')
    expect(offered('unassigned')[0]).toBe('Assignee is Unassigned')
    expect(offered('no label')).toEqual(['Label is No label'])
    expect(offered('without priority')).toEqual(['Priority is No priority'])
    expect(offered('no follower')).toEqual(['Follower is empty'])
    expect(offered('due date is not empty')).toContain('Due date is not empty')
  })

  test.each(['me', 'my', 'mine', 'Me '])('%j offers the filters of the user first', (typed) => {
    expect(offered(typed).slice(0, 4)).toEqual([
      'Assignee is me',
      'Creator is me',
      'Follower is me',
      'Mention is me',
    ])
  })

  test('"not" excludes a value', () => {
    expect(offered('not urgent')).toEqual(['Priority is not Urgent'])
    expect(offered('priority is not high')).toEqual(['Priority is not High'])
    expect(offered('not priority')).toEqual([])
  })

  test('an excluded value extends only a filter that excludes values', () => {
    const not: PropertyFilter = { property: 'priority', operator: 'not_in', values: ['high'] }
    const kind = 'filter' as const
    const excluded = addFilterWithValue([{ kind, filter: not }], { ...not, values: ['low'] })
    expect(excluded).toEqual([{ kind, filter: { ...not, values: ['high', 'low'] } }])
    expect(addFilterWithValue([{ kind, filter: { ...not, operator: 'in' } }], not)).toEqual([
      { kind, filter: not },
    ])
  })
})

describe('the words of every language', () => {
  const folder = 'common/locales'
  const tags = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())

  test.each(tags.map((tag) => tag.name))('are read in %s', (tag) => {
    const texts = JSON.parse(readFileSync(`${folder}/${tag}/platform.json`, 'utf8'))
    const words = texts.filters.typed
    const isCompact = ['ja', 'zh-CN', 'zh-TW', 'ko'].includes(tag)
    const name = texts.properties.target_date.toLocaleLowerCase()
    for (const word of splitWords(words.me))
      expect(readTypedFilter(word, words)).toEqual({ kind: 'me', rest: '' })
    for (const kind of ['no', 'not'] as const)
      for (const word of splitWords(words[kind])) {
        const typed = isCompact ? `${name}${word}` : `${word} ${name}`
        const read = readTypedFilter(typed, words)
        expect(read, typed).toMatchObject({ kind })
        expect(read?.rest.normalize('NFC').length, typed).toBe(
          readTypedFilter(`${name} ${word}`, words)?.rest.normalize('NFC').length,
        )
      }
  })

  test('need no spaces in Japanese and Chinese', () => {
    const words = { me: '自分, 私', no: 'なし', not: '以外, 不是' }
    expect(readTypedFilter('ラベルなし', words)).toEqual({ kind: 'no', rest: 'ラヘル' })
    expect(readTypedFilter('不是bug', words)).toEqual({ kind: 'not', rest: 'bug' })
    expect(readTypedFilter('note', { me: 'me', no: 'no', not: 'not' })).toBeNull()
  })
})
