const signs = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d{1,4}[.)] \S/m,
  /^> ?\S/m,
  /^<details>\s*(<summary>|$)/m,
  /^ {0,3}(```|~~~)/m,
  /^ {0,3}\$\$([^$\n]+\$\$)?\s*$/m,
  /^\|.+\|\s*\n\|[\s:|-]+\|\s*$/m,
  /^ {0,3}([-*_])( ?\1){2,}\s*$/m,
  /(^|[\s(])!?\[[^\]\n]+\]\([^\s)]+\)/,
  /(^|[\s(])\*\*[^\s*][^*\n]*\*\*/,
]

/** Whether a pasted text has blocks or marks that are written in Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}
