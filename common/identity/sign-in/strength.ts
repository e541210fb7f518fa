import type { PasswordStrength } from './rules.ts'

/**
 * Estimates the password strength while the user types, because the dictionaries of zxcvbn are too large for
 * the browser. The server makes the decision. `known` contains words that an attacker would try first, such
 * as the user's address.
 */
export function estimatePasswordStrength(password: string, known: string[] = []): PasswordStrength {
  const bits =
    withoutKnown(password.toLowerCase(), known)
      .match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu)
      ?.reduce((sum, run) => sum + bitsOf(run), 0) ?? 0
  const total = bits + bitsOfCapitals(password)
  return total < 10 ? 0 : total < 20 ? 1 : total < 26.5 ? 2 : total < 33 ? 3 : 4
}

/**
 * Returns the entropy of a run of characters in bits. Letters mostly form words, so each letter adds little.
 * Repetitions and sequences add almost nothing.
 */
function bitsOf(run: string): number {
  const each = /\p{L}/u.test(run) ? 2.2 : /\p{N}/u.test(run) ? 3.3 : 4.5
  const characters = [...run]
  const surprising = characters.filter((character, at) => !follows(characters[at - 1], character)).length
  const isDate = /^(19|20)\d\d/.test(run) && run.length <= 8
  return isDate ? Math.min(surprising * each, 8) : surprising * each
}

function follows(before: string | undefined, character: string): boolean {
  if (before === undefined) return false
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return (
    Math.abs(step) <= 1 ||
    keyRows.some((row) => row.includes(before + character) || row.includes(character + before))
  )
}

const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop']

/**
 * Returns the bits that capital letters add. Attackers first try a leading capital and all capitals, so these
 * add little.
 */
function bitsOfCapitals(password: string): number {
  const capitals = password.match(/\p{Lu}/gu)?.length ?? 0
  const usual = capitals === 0 || /^\p{Lu}\P{Lu}*$/u.test(password) || !/\p{Ll}/u.test(password)
  return usual ? Math.min(capitals, 1) : Math.min(capitals, 4) * 1.5
}

function withoutKnown(text: string, known: string[]): string {
  const words = [...common, ...known.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))]
  const plain = unleet(text)
  for (const word of words.filter((one) => one.length > 3).sort((a, b) => b.length - a.length)) {
    // Put a space in place of the word, so that the texts before and after it do not form a new word.
    const at = plain.indexOf(word)
    if (at >= 0)
      return `${withoutKnown(text.slice(0, at), known)} ${withoutKnown(text.slice(at + word.length), known)}`.trim()
  }
  return text
}

function unleet(text: string): string {
  return text.replace(/[@430$5!17]/g, (character) => leet.get(character) ?? character)
}

const leet = new Map([
  ['@', 'a'],
  ['4', 'a'],
  ['3', 'e'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['!', 'i'],
  ['1', 'i'],
  ['7', 't'],
])

const common =
  `password passwort passw0rd letmein welcome monkey dragon master sunshine princess football baseball iloveyou
  trustno1 superman batman shadow michael jordan hunter secret admin login qwerty asdf zxcv abcd tandem hello charlie
  whatever freedom computer internet summer winter spring autumn starwars pokemon cheese ginger pepper flower`.split(
    /\s+/,
  )
