import { t } from '../../../locales/i18n.ts'
import { runWhenVisible } from '../when-visible.ts'
import { getLoadedKatex, loadKatex, renderFormula } from './draw-formula.ts'

export interface FormulaElement {
  dom: HTMLElement
  update: (tex: string) => void
  /** Must be called when the formula is no longer shown. */
  release: () => void
}

/**
 * Creates the element of a formula for the editor and for stored texts. The element shows the TeX source
 * until KaTeX has rendered the formula, and also if rendering fails.
 */
export function createFormulaElement(tex: string, isBlock: boolean): FormulaElement {
  const dom = document.createElement(isBlock ? 'div' : 'span')
  dom.className = isBlock ? 'formula formula-block' : 'formula'
  dom.dir = 'ltr'
  let now = tex
  let release = () => {}
  const draw = async () => {
    const katex = getLoadedKatex() ?? (await loadKatex().catch(() => null))
    if (katex === null || now === '') return
    const wrong = renderFormula(katex, dom, now, isBlock)
    dom.dataset['status'] = wrong === null ? 'drawn' : 'wrong'
    if (wrong !== null) dom.title = t('editor.formula.wrong', { reason: wrong })
  }
  const write = () => {
    release()
    dom.textContent = now || t('editor.formula.empty')
    dom.dataset['status'] = now === '' ? 'empty' : 'text'
    dom.title = ''
    if (now !== '') release = runWhenVisible(dom, () => void draw(), true)
  }
  write()
  return {
    dom,
    update(next) {
      if (next === now) return
      now = next
      write()
    },
    release: () => release(),
  }
}
