interface AnyKeyEvent {
  key: string
  isComposing?: boolean
  keyCode?: number
  /** React wraps the browser's event. */
  nativeEvent?: { isComposing: boolean; keyCode: number }
}

/** Browsers use this key code for all presses that an input method has handled. */
const takenByInputMethod = 229

/**
 * Returns the key, or '' if an input method handles the press: the Enter or Escape that ends a composition is no
 * command. Safari ends the composition before this event, so only the key code identifies it.
 */
export function pressedKey(event: AnyKeyEvent): string {
  const { isComposing, keyCode } = event.nativeEvent ?? event
  return isComposing === true || keyCode === takenByInputMethod ? '' : event.key
}
