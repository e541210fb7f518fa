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
  // Bold text can directly follow a Chinese, Japanese or Korean character, because Chinese and Japanese have
  // no spaces between words.
  /(^|[\s(\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef])\*\*[^\s*][^*\n]*\*\*/u,
]

/** Returns true if a pasted text contains blocks or marks in Markdown syntax. */
export function hasMarkdownSyntax(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}
