import type { EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'

/** One step on the undo stack of a text. */
export interface OwnUndoStep {
  /** Calls the function when the user undoes or redoes the step in the text. */
  follow: (onReversed: (isUndone: boolean) => void) => void
  /**
   * Undoes or redoes the step without calling the functions that follow it. Does nothing if the step already is in this
   * state. Returns false if it is impossible, because the step is not the newest one of its stack.
   */
  reverse: (isUndone: boolean) => boolean
}

/**
 * Runs a change of the text as a step of its own on the undo stack. Returns null if the text has no shared undo stack,
 * or if nothing was changed.
 */
export function asOwnUndoStep({ state }: EditorView, change: () => void): OwnUndoStep | null {
  const undoManager: UndoManager | undefined = yUndoPluginKey.getState(state)?.undoManager
  if (!undoManager) {
    change()
    return null
  }
  const before = undoManager.undoStack.at(-1)
  undoManager.stopCapturing()
  change()
  undoManager.stopCapturing()
  const step = undoManager.undoStack.at(-1)
  return step === undefined || step === before ? null : trackStep(undoManager, step)
}

function trackStep(undoManager: UndoManager, first: UndoManager['undoStack'][number]): OwnUndoStep {
  const followers: ((isUndone: boolean) => void)[] = []
  let step: typeof first | undefined = first
  let isStepUndone = false
  let isSilent = false
  undoManager.on('stack-item-popped', ({ stackItem, type }) => {
    if (stackItem !== step) return
    isStepUndone = type === 'undo'
    if (!isSilent) for (const follow of followers) follow(isStepUndone)
    // Undoing and redoing replace the step by a new one on the other stack.
    step = (isStepUndone ? undoManager.redoStack : undoManager.undoStack).at(-1)
  })
  return {
    follow: (onReversed) => void followers.push(onReversed),
    reverse: (isUndone) => {
      if (isUndone === isStepUndone) return true
      const stack = isUndone ? undoManager.undoStack : undoManager.redoStack
      if (step === undefined || stack.at(-1) !== step) return false
      // If others have deleted what the step changed, Yjs would undo the step before it too, so the other steps are
      // taken off the stack meanwhile.
      const others = stack.splice(0, stack.length - 1)
      isSilent = true
      if (isUndone) undoManager.undo()
      else undoManager.redo()
      isSilent = false
      stack.unshift(...others)
      return true
    },
  }
}
