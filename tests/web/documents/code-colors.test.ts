import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLanguages } from '#web/documents/editor/code/code-languages.ts'
import { loadHighlighter } from '#web/documents/editor/code/grammars.ts'
import { type CodeToken, tokensOfHtml } from '#web/documents/editor/code/tokenize-code.ts'

test('finds keywords, strings and comments in TypeScript', async () => {
  const code = 'const name = "a < b" // says & compares'
  expect(partsOf(code, await tokensIn('typescript', code))).toEqual([
    ['const', 'keyword'],
    ['"a < b"', 'string'],
    ['// says & compares', 'comment'],
  ])
})

test('colors scripts inside HTML', async () => {
  const code = '<script>let a = 1</script>'
  expect(partsOf(code, await tokensIn('html', code))).toContainEqual(['let', 'keyword'])
})

test('every offered language except Mermaid has a grammar', async () => {
  const without = []
  for (const language of Object.keys(codeLanguages))
    if ((await loadHighlighter(language)) === null) without.push(language)
  expect(without).toEqual(['mermaid'])
})

test('unknown languages stay without colors', async () => {
  expect(await loadHighlighter('constructor')).toBeNull()
})

test('the tokens of any code are in order and within the code', async () => {
  const library = await loadHighlighter('html')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'= /a\n!-{}') }), (code) => {
      const tokens = tokensOfHtml(
        library?.highlight(code, { language: 'html', ignoreIllegals: true }).value ?? '',
      )
      let end = 0
      for (const { from, to } of tokens) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        end = to
      }
      expect(end).toBeLessThanOrEqual(code.length)
    }),
  )
})

async function tokensIn(language: string, code: string): Promise<CodeToken[]> {
  const library = await loadHighlighter(language)
  return tokensOfHtml(library?.highlight(code, { language, ignoreIllegals: true }).value ?? '')
}

function partsOf(code: string, tokens: readonly CodeToken[]): [string, string][] {
  return tokens.map(({ from, to, kind }) => [code.slice(from, to), kind])
}
