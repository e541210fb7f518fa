/** True if the command key is ⌘ instead of Ctrl. */
export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
