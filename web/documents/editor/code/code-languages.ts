/**
 * The languages of code blocks by their Markdown names. The labels are proper names and are not translated.
 */
export const codeLanguages: Record<string, string> = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  dockerfile: 'Dockerfile',
  elixir: 'Elixir',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  lua: 'Lua',
  markdown: 'Markdown',
  mermaid: 'Mermaid',
  php: 'PHP',
  powershell: 'PowerShell',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  scala: 'Scala',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
}

const short: Record<string, string> = {
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/**
 * Normalizes a language name. Unknown names are preserved. Returns null for plain text and for values that
 * cannot be a language name.
 */
export function parseCodeLanguage(written: unknown): string | null {
  if (typeof written !== 'string' || !/^[\w+#.-]{1,40}$/.test(written)) return null
  const name = written.toLowerCase()
  if (['plaintext', 'plain', 'text', 'txt'].includes(name)) return null
  return short[name] ?? name
}

export function codeLanguageName(written: unknown): string | null {
  const language = parseCodeLanguage(written)
  return language === null ? null : (codeLanguages[language] ?? language)
}
