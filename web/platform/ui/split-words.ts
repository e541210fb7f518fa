/** Splits a translated list of words or phrases, such as "log out, log off". The parts are separated by commas. */
export function splitWords(list: string): string[] {
  return list
    .split(/[,、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
