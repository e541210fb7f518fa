import { katexLimits } from '#common/documents/content/formulas.ts'

type Katex = typeof import('katex')['default']

let drawing: Katex | undefined
let coming: Promise<Katex> | undefined

/** Loads KaTeX and its fonts when the first formula becomes visible. */
export function loadKatex(): Promise<Katex> {
  coming ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: katex }]) => {
      drawing = katex
      return katex
    },
    (error: unknown) => {
      coming = undefined
      throw error
    },
  )
  return coming
}

/** Renders a formula. Returns KaTeX's error message, or null on success. */
export function renderFormula(katex: Katex, dom: HTMLElement, tex: string, isBlock: boolean): string | null {
  const rendered = document.createElement('span')
  try {
    katex.render(tex, rendered, { ...katexLimits, displayMode: isBlock, throwOnError: true })
  } catch (error) {
    return error instanceof katex.ParseError ? error.rawMessage : ''
  }
  dom.replaceChildren(...rendered.childNodes)
  return null
}

export function getLoadedKatex(): Katex | undefined {
  return drawing
}
