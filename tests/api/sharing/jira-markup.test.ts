import { expect, test } from 'vitest'
import { markdownToJira } from '#api/sharing/exports/jira-markup.ts'
import { jiraToMarkdown } from '#api/sharing/item-imports/reading/jira-markup.ts'

const hostileParts = [
  ...['[', '![', '[a](', '![a](', '[a](b(', '[a](b(c)', '[a]((', '<https://', '<mailto:', '\\['],
  ...['`', '*', '*a ', '**', '**a', '~~', '~~a', '|', '|-', '| ', '#', '# ', '- ', '- [ ] ', '1', '> ', '-'],
  ...['\uE000', '\uE0001', '\u2028', ' ', '\t', '(', '&'],
]

// With an algorithm with quadratic time, these lines would exceed the timeout.
test.each(hostileParts)('a long line of %j is converted in linear time', (part) => {
  const line = part.repeat(200_000 / part.length)
  for (const text of [line, `a${line}`, `# ${line}\ra`, `- ${line}\u2028a`, `| ${line}`])
    expect(markdownToJira(text).length).toBeLessThan(3 * text.length)
})

test.each([
  ['[one](https://a.b/c) and [two](https://a.b/d)', '[one|https://a.b/c] and [two|https://a.b/d]'],
  ['[page](https://a.b/c_(d)_e)', '[page|https://a.b/c_(d)_e]'],
  ['![alt](https://a.b/c.png)', '!https://a.b/c.png!'],
  ['![](https://a.b/c.png)', '!https://a.b/c.png!'],
  ['<https://a.b/c> <', '[https://a.b/c] <'],
  ['[ [one](https://a.b/c)', '[ [one|https://a.b/c]'],
])('converts %s', (markdown, markup) => {
  expect(markdownToJira(markdown)).toBe(markup)
})

const hostileMarkup = [
  ...['[', '[~', '[a|', '[https://', '{{', '{{a', '{code', '{code:', '{code:a}', '{code}', '{noformat:a}'],
  ...['{quote}', '{color:', '!http://', '!a.bb|', ' *a', ' _a', ' -a', '||', '\\\\', 'h1. ', '- '],
]

test.each(hostileMarkup)("a long line of %j in Jira's markup is converted in linear time", (part) => {
  const line = part.repeat(200_000 / part.length)
  expect(jiraToMarkdown(line).length).toBeLessThan(6 * line.length)
})
