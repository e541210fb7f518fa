import { t } from '../../../locales/i18n.ts'
import { runWhenVisible } from '../when-visible.ts'
import { createDiagramFrame, type DiagramRenderResult } from './diagram-frame.ts'

export interface DiagramElement {
  /** Renders the given source after typing has paused. */
  show: (source: string) => void
  contains: (element: Node) => boolean
  /** Must be called when the diagram is no longer shown. */
  release: () => void
}

/** Maximum number of characters of a diagram. Longer ones take too long to render. */
export const maxDiagramLength = 20_000
const restMs = 400

/**
 * Adds a diagram below the source in a code block, and a button that collapses the source. The attribute
 * `data-diagram` contains the state, and `data-drawn` is set after rendering. In print, a diagram that is not
 * rendered shows its source.
 */
export function createDiagramElement(box: HTMLElement): DiagramElement {
  const { diagram, words, fold } = addParts(box)
  box.dataset['diagram'] = 'waiting'
  showDiagramSource(box, false)

  let source: string | null = null
  let isSeen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = createDiagramFrame(diagram, answered)
  const release = runWhenVisible(
    diagram,
    () => {
      isSeen = true
      draw()
    },
    true,
  )

  function draw(): void {
    if (!isSeen || source === null) return
    if (source.trim() === '') answered({ is: 'empty' })
    else if (source.length > maxDiagramLength) answered({ is: 'tooLong' })
    else {
      if (!box.hasAttribute('data-drawn')) showMessage(words, t('editor.diagram.loading'))
      frame.draw(source)
    }
  }

  function answered(answer: DiagramRenderResult): void {
    if (answer.is === 'drawn' && answer.picture) return void showPicture(answer.picture)
    box.dataset['diagram'] = answer.is
    box.toggleAttribute('data-drawn', answer.is === 'drawn')
    // An empty diagram shows its source, because there is nothing else to see.
    if (answer.is === 'empty') showDiagramSource(box, true)
    showAnswer(words, answer, draw)
    if (answer.is !== 'drawn' && answer.is !== 'wrong') frame.remove()
  }

  /** Replaces the frame by the rendered picture. If the picture cannot be decoded, the source is shown. */
  async function showPicture(file: Blob): Promise<void> {
    const picture = document.createElement('img')
    picture.className = 'diagram-picture'
    picture.alt = t('editor.diagram.name')
    picture.src = URL.createObjectURL(file)
    const isDecoded = await picture.decode().then(
      () => true,
      () => false,
    )
    URL.revokeObjectURL(picture.src)
    frame.remove()
    if (isDecoded) diagram.prepend(picture)
    showMessage(words, '')
    box.toggleAttribute('data-drawn', isDecoded)
    box.dataset['diagram'] = isDecoded ? 'drawn' : 'wrong'
  }

  return {
    show(next) {
      if (next === source) return
      const isFirst = source === null
      source = next
      clearTimeout(timer)
      timer = setTimeout(draw, isFirst ? 0 : restMs)
    },
    contains: (element) => diagram.contains(element) || fold.contains(element),
    release() {
      clearTimeout(timer)
      release()
      frame.remove()
      for (const part of [diagram, fold]) part.remove()
      for (const name of ['data-diagram', 'data-drawn', 'data-text']) box.removeAttribute(name)
    },
  }
}

export function showDiagramSource(box: HTMLElement, isShown: boolean): void {
  if (!('diagram' in box.dataset)) return
  box.toggleAttribute('data-text', isShown)
  const fold = box.querySelector(':scope > .diagram-fold')
  if (fold) fold.ariaExpanded = String(isShown)
}

/** Adds the elements for the diagram, its status message and the button that collapses the source. */
function addParts(box: HTMLElement) {
  const [diagram, words, fold] = [
    document.createElement('div'),
    document.createElement('div'),
    document.createElement('button'),
  ]
  diagram.className = 'diagram'
  diagram.contentEditable = 'false'
  words.className = 'diagram-words'
  words.role = 'status'
  fold.className = 'diagram-fold'
  fold.type = 'button'
  fold.contentEditable = 'false'
  fold.ariaLabel = t('editor.diagram.text')
  fold.title = fold.ariaLabel
  fold.addEventListener('mousedown', (event) => event.preventDefault())
  fold.addEventListener('click', () => showDiagramSource(box, !box.hasAttribute('data-text')))
  diagram.append(words)
  box.append(diagram, fold)
  return { diagram, words, fold }
}

function showAnswer(words: HTMLElement, answer: DiagramRenderResult, drawAgain: () => void): void {
  if (answer.is === 'drawn') showMessage(words, '')
  else if (answer.is === 'wrong' && answer.line !== null)
    showMessage(words, t('editor.diagram.wrong', { line: answer.line }))
  else if (answer.is === 'wrong') showMessage(words, t('editor.diagram.wrongSomewhere'))
  else if (answer.is === 'late' || answer.is === 'away')
    showMessage(words, t(`editor.diagram.${answer.is}`), drawAgain)
  else showMessage(words, t(`editor.diagram.${answer.is}`))
}

function showMessage(words: HTMLElement, text: string, action?: () => void): void {
  words.replaceChildren(text)
  if (!action) return
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = t('editor.diagram.again')
  button.addEventListener('click', action)
  words.append(' ', button)
}
