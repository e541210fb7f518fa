/**
 * Detects the encoding of text that is not UTF-8. Old programs used one encoding per country, and their files
 * do not contain its name. Text that is decoded with a wrong encoding consists mostly of rare letters. The
 * frequencies of letters therefore identify the encoding.
 */

export const legacyEncodings = [
  ...(['gb18030', 'shift_jis', 'big5', 'euc-kr'] as const),
  ...(['ibm866', 'cp437', 'windows-1252', 'windows-1251'] as const),
] as const
export type LegacyEncoding = (typeof legacyEncodings)[number]

/** Decodes the bytes. Returns null if one of the bytes has no meaning in the encoding. */
export function decodeLegacyText(bytes: Uint8Array, encoding: LegacyEncoding): string | null {
  if (encoding === 'cp437') return cp437Text(bytes)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Reject these control characters. Windows-1252 leaves five bytes undefined, and decoders turn them into control
    // characters instead of failing.
    return /[\u0080-\u009f]/.test(text) ? null : text
  } catch {
    return null
  }
}

/** Returns how likely the encoding is: 1 if all decoded letters are common, negative if most are unusual. */
export function encodingLikelihood(bytes: Uint8Array, encoding: LegacyEncoding): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    const width = byte >= 0x80 && isDouble(byte, encoding) ? 2 : 1
    if (byte >= 0x80) {
      sum += width * (width === 2 ? doubleAt(bytes, at, encoding) : singleAt(bytes, at, encoding))
      count += width
    }
    at += width
  }
  return count === 0 ? 0 : sum / count
}

function isDouble(byte: number, encoding: LegacyEncoding): boolean {
  const isKatakana = encoding === 'shift_jis' && byte >= 0xa1 && byte <= 0xdf
  return doubleByte[encoding] !== undefined && !isKatakana
}

/**
 * Scores a double-byte letter. An Asian letter inside a Latin word is probably a wrong decoding of one or two
 * accented letters.
 */
function doubleAt(bytes: Uint8Array, at: number, encoding: LegacyEncoding): number {
  if (isPlainLetter(bytes[at - 1]) && isPlainLetter(bytes[at + 2])) return odd
  return doubleByte[encoding]?.(bytes[at] ?? 0, bytes[at + 1] ?? 0) ?? odd
}

function isPlainLetter(byte = 0): boolean {
  return /^[a-z]$/i.test(String.fromCharCode(byte))
}

type Common = (lead: number, trail: number) => number

/**
 * Score of a character, by how common the character is. Punctuation hardly counts, and a rare letter makes
 * the encoding less likely.
 */
const [usual, neutral, rare, odd] = [1, 0.3, -0.5, -1]

const doubleByte: Partial<Record<LegacyEncoding, Common>> = {
  gb18030: (lead, trail) => {
    if (trail < 0xa1) return odd
    if (lead >= 0xb0 && lead <= 0xd7) return usual + bonus('gb18030', lead, trail)
    if (lead >= 0xa1 && lead <= 0xa3) return neutral
    return lead >= 0xd8 && lead <= 0xf7 ? rare : odd
  },
  big5: (lead) => {
    if (lead >= 0xa4 && lead <= 0xc6) return usual
    if (lead >= 0xa1 && lead <= 0xa3) return neutral
    return lead >= 0xc9 && lead <= 0xf9 ? rare : odd
  },
  'euc-kr': (lead, trail) => {
    if (trail < 0xa1) return odd
    if (lead >= 0xb0 && lead <= 0xc8) return usual + bonus('euc-kr', lead, trail)
    if (lead >= 0xa1 && lead <= 0xa3) return neutral
    return lead >= 0xca && lead <= 0xfd ? rare : odd
  },
  shift_jis: (lead, trail) => {
    if (lead === 0x82 && trail >= 0x9f) return usual
    if (lead === 0x83 && trail <= 0x96) return usual
    if (lead >= 0x88 && lead <= 0x98) return usual
    return lead === 0x81 || lead === 0x82 ? neutral : rare
  },
}

/**
 * The most frequent letters of Korean and simplified Chinese. These letters distinguish the encodings of the
 * two languages, which use the same byte ranges.
 */
const frequent: Partial<Record<LegacyEncoding, string>> = {
  gb18030:
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔录议项目划表格',
  'euc-kr':
    '이다는의에가을를고하로은지기사한도대인정시자어서나일아리그들해수스부전장있과제지원보안주구여위와면성동라것공신만상간교적관조유선학경생세국개명문분연계획회록업무행진방법소식용행요오년월일요일표내모든우미발비단체',
}

function bonus(encoding: LegacyEncoding, lead: number, trail: number): number {
  const letter = new TextDecoder(encoding).decode(Uint8Array.of(lead, trail))
  return frequent[encoding]?.includes(letter) ? 0.5 : 0
}

/**
 * Scores a single-byte letter: accented letters usually precede or follow plain letters, and Cyrillic letters
 * other Cyrillic letters.
 */
function singleAt(bytes: Uint8Array, at: number, encoding: LegacyEncoding): number {
  // In Japanese encodings, a single byte above 0x7f is a half-width katakana character. Such characters are hardly
  // ever used, so the encoding is probably wrong.
  if (doubleByte[encoding] !== undefined) return odd
  const letterAt = (index: number) => letterOf(bytes[index] ?? 0x20, encoding)
  const letter = letterAt(at)
  if (/^[€£§©®°«»„“”‘’–—…•№·]$/.test(letter)) return neutral * 2
  if (!/^\p{L}$/u.test(letter) || /^[ÿþýðªºƒ]$/.test(letter)) return odd
  const [before, after] = [letterAt(at - 1), letterAt(at + 1)]
  if (/^\p{Lu}$/u.test(letter) && /^\p{Ll}$/u.test(before)) return odd
  const isBesidePlain = /^[a-z]$/i.test(before) || /^[a-z]$/i.test(after)
  if (encoding === 'ibm866' || encoding === 'windows-1251') return isBesidePlain ? rare : usual
  if (isBesidePlain) return usual
  return /^[àéèìòùáíóúÀÉÈ]$/.test(letter) ? 0 : rare
}

const letters = new Map<string, string>()

function letterOf(byte: number, encoding: LegacyEncoding): string {
  const key = `${encoding} ${byte}`
  const known = letters.get(key)
  if (known !== undefined) return known
  const bytes = Uint8Array.of(byte)
  const letter = encoding === 'cp437' ? cp437Text(bytes) : new TextDecoder(encoding).decode(bytes)
  letters.set(key, letter)
  return letter
}

/** The characters from 0x80 of code page 437 (the original IBM PC), which `TextDecoder` does not support. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

function cp437Text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (cp437[byte - 0x80] ?? ''),
  ).join('')
}
