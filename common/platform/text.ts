/** Whether a name smuggles a link; names are shown in mails and must not carry one. */
export function holdsUrl(text: string): boolean {
  return (
    /(https?:\/\/|www\.)\S/i.test(text) ||
    /\b[\w-]+\.(com|net|org|io|dev|app|info|biz|xyz|ru|cn)(\/|\b)/i.test(text)
  )
}

/**
 * Whether a text holds characters that show nothing, or turn what stands around them round: by them one name looks like another's, or like none.
 * Joiners are none of these, since scripts and emoji are written with them.
 */
export function holdsHidden(text: string): boolean {
  return hidden.test(text)
}

export function withoutHidden(text: string): string {
  return text.replace(new RegExp(hidden, 'gu'), '')
}

/** Soft hyphens, blanks that count as letters or signs, marks of direction, and what stands between characters unseen. */
const hidden =
  /\u00ad|\u034f|\u061c|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180e]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]|\u2800|\u3164|\ufeff|\uffa0|[\ufff9-\ufffb]/u

export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Enough to catch slips of the keyboard, and what looks like another address; whether it exists only a mail can tell. */
export function isEmail(email: string): boolean {
  return (
    email.length <= 254 &&
    !/[\p{C}\p{Z}\u3002\uff0e\uff61]/u.test(email) &&
    !holdsHidden(email) &&
    /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)*\.[^\s@.<>(),;:"[\]\\]{2,}$/.test(
      email,
    )
  )
}

/**
 * The first words of a text, with one space between them and at most `length` UTF-16 units in all. It reads no more of the text than
 * that takes, since a text may have megabytes.
 */
export function firstWords(text: string, length: number): string {
  let words = ''
  for (const [word] of text.matchAll(/\S+/g)) {
    words += words === '' ? word : ` ${word}`
    if (words.length > length) break
  }
  return words.slice(0, length).toWellFormed()
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
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
  }
  return false
}
