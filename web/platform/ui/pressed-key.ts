interface AnyKeyEvent {
  key: string
  isComposing?: boolean
  keyCode?: number
  /** React wraps the event of the browser. */
  nativeEvent?: { isComposing: boolean; keyCode: number }
}

/** Browsers give this key code to every press that an input method has taken. */
const takenByInputMethod = 229

/**
 * The key of a press, or '' when the press belongs to an input method: the Enter or Escape that ends a composition is no command. Safari
 * ends the composition before it sends this press, so only the key code tells it apart.
 */
export function pressedKey(event: AnyKeyEvent): string {
  const { isComposing, keyCode } = event.nativeEvent ?? event
  return isComposing === true || keyCode === takenByInputMethod ? '' : event.key
}
