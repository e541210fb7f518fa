import type { HLJSApi, LanguageFn } from 'highlight.js'

type LoadGrammar = () => Promise<{ default: LanguageFn }>

/** The grammars by the names of `codeLanguages`. Each grammar is loaded when a visible code block needs it. */
const grammars: Record<string, LoadGrammar> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  html: () => import('highlight.js/lib/languages/xml'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  toml: () => import('highlight.js/lib/languages/ini'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

/** Other languages that the code of a language can contain, such as scripts in HTML. */
const embedded: Record<string, string[]> = {
  html: ['xml', 'css', 'javascript'],
  xml: ['css', 'javascript'],
  markdown: ['xml'],
  php: ['xml'],
}

/** Loads the library and the grammar of a language. Returns null for a language without a grammar. */
export async function loadHighlighter(language: string): Promise<HLJSApi | null> {
  if (!Object.hasOwn(grammars, language)) return null
  const { default: library } = await import('highlight.js/lib/core')
  await Promise.all(
    [language, ...(embedded[language] ?? [])].map(async (name) => {
      const grammar = await grammars[name]?.()
      if (grammar && !library.getLanguage(name)) library.registerLanguage(name, grammar.default)
    }),
  )
  return library
}
