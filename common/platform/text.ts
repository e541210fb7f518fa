/** Returns whether a name contains a link. Names must not contain links, because emails show names. */
export function containsUrl(text: string): boolean {
  return (
    /(https?:\/\/|www\.)\S/i.test(text) ||
    /\b[\w-]+\.(com|net|org|io|dev|app|info|biz|xyz|ru|cn)(\/|\b)/i.test(text)
  )
}

/**
 * Returns whether text contains characters that are invisible or change the text direction, which can make
 * two names look equal. Joiners are allowed, because scripts and emoji need them.
 */
export function containsHiddenCharacters(text: string): boolean {
  return hidden.test(text)
}

export function withoutHiddenCharacters(text: string): string {
  return text.replace(new RegExp(hidden, 'gu'), '')
}

/** Matches soft hyphens, blank letters, direction marks and other invisible characters. */
const hidden =
  /\u00ad|\u034f|\u061c|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180e]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]|\u2800|\u3164|\ufeff|\uffa0|[\ufff9-\ufffb]/u

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Returns whether the text has the form of an email address. Invisible and deceptive characters are rejected. Only
 * sending an email can test whether the address exists.
 */
export function isEmail(email: string): boolean {
  return (
    email.length <= 254 &&
    !/[\p{C}\p{Z}\u3002\uff0e\uff61]/u.test(email) &&
    !containsHiddenCharacters(email) &&
    /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)*\.[^\s@.<>(),;:"[\]\\]{2,}$/.test(
      email,
    )
  )
}

/**
 * Returns the beginning of a text with at most `length` UTF-16 units. White space becomes single spaces, and the last
 * word may be cut off. The function stops reading early, because a text may have megabytes.
 */
export function truncateAtWord(text: string, length: number): string {
  let words = ''
  for (const [word] of text.matchAll(/\S+/g)) {
    words += words === '' ? word : ` ${word}`
    if (words.length > length) break
  }
  return words.slice(0, length).toWellFormed()
}

/** Returns whether text contains a character that some program treats as the end of a line. */
export function containsLineBreaks(text: string): boolean {
  return /[\n\v\f\r\u0085\u2028\u2029]/.test(text)
}

/** Returns whether PostgreSQL can store the text, which must contain neither NUL nor lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Returns whether text contains control characters, which could only hide something. Line breaks and tabs are
 * allowed.
 */
export function containsControlCharacters(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
  }
  return false
}
