/** Whether a name smuggles a link; names are shown in mails and must not carry one. */
export function holdsUrl(text: string): boolean {
  return (
    /(https?:\/\/|www\.)\S/i.test(text) ||
    /\b[\w-]+\.(com|net|org|io|dev|app|info|biz|xyz|ru|cn)(\/|\b)/i.test(text)
  )
}

export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Enough to catch slips of the keyboard; whether the address exists only a mail can tell. */
export function isEmail(email: string): boolean {
  return (
    email.length <= 254 &&
    /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)*\.[^\s@.<>(),;:"[\]\\]{2,}$/.test(
      email,
    )
  )
}

/** Everything that some program takes for the end of a line. */
export function holdsLineBreaks(text: string): boolean {
  return /[\n\v\f\r\u0085\u2028\u2029]/.test(text)
}

/** PostgreSQL text holds neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Control characters only hide things. Line breaks and tabs stay. */
export function holdsControlCharacters(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
  }
  return false
}
