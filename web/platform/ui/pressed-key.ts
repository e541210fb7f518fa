interface AnyKeyEvent {
  key: string
  isComposing?: boolean
  keyCode?: number
  /** The browser's event, which React wraps. */
  nativeEvent?: { isComposing: boolean; keyCode: number }
}

/** Browsers use this key code for all presses that an input method has handled. */
const takenByInputMethod = 229

/**
 * Returns the pressed key, or '' if an input method handles the press. The Enter or Escape that ends a
 * composition must not run a command. Safari ends the composition before this event, so only the key code
 * identifies the press.
 */
export function pressedKey(event: AnyKeyEvent): string {
  const { isComposing, keyCode } = event.nativeEvent ?? event
  return isComposing === true || keyCode === takenByInputMethod ? '' : event.key
}
