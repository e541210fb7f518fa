import { formulaLimits } from '#common/documents/content/formulas.ts'

type Katex = typeof import('katex')['default']

let drawing: Katex | undefined
let coming: Promise<Katex> | undefined

/** What draws formulas comes with the first one that is seen, with its fonts. */
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

/** Draws a formula, at once if what does so is here. Answers what is wrong with it, as KaTeX says it; null of a right one. */
export function drawFormula(katex: Katex, dom: HTMLElement, tex: string, isBlock: boolean): string | null {
  const made = document.createElement('span')
  try {
    katex.render(tex, made, { ...formulaLimits, displayMode: isBlock, throwOnError: true })
  } catch (error) {
    return error instanceof katex.ParseError ? error.rawMessage : ''
  }
  dom.replaceChildren(...made.childNodes)
  return null
}

export function katexHere(): Katex | undefined {
  return drawing
}
