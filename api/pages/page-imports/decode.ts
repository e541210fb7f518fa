import {
  decodeLegacyText,
  encodingLikelihood,
  type LegacyEncoding,
  legacyEncodings,
} from './legacy-encodings.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns null for bytes that are not UTF-8. */
export function decodeUtf8OrNull(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/**
 * Decodes file names from an archive that does not state their encoding. All names have the same encoding. The
 * function chooses the encoding whose result has the most common letters, and prefers letters that also occur in
 * `sample`, the beginnings of the files. Different bytes decode to different names, so no two names become equal.
 */
export function decodeFileNames(names: readonly Uint8Array[], sample: string): string[] {
  const read = names.map(decodeUtf8OrNull)
  if (read.every((name) => name !== null)) return read
  // Names with three-byte letters are certainly UTF-8. A short name in another encoding can look like UTF-8
  // with two-byte letters only.
  const isCertain = (name: string | null) => name !== null && /^[\0-\x7f]*$|[\u0800-\uffff]/.test(name)
  const legacy = names.filter((_, at) => !isCertain(read[at] ?? null))
  const encoding = likeliestEncoding(legacy, ['cp437'], (text) => sharedLetterRatio(text, sample))
  return names.map((bytes, at) => {
    const name = read[at] ?? null
    return name !== null && isCertain(name) ? name : (decodeLegacyText(bytes, encoding ?? 'cp437') ?? '')
  })
}

/**
 * Decodes a text file. The function tries UTF-16 with a byte order mark, UTF-8, the charset that HTML
 * declares, and then the likeliest legacy encoding. Returns null for binary files.
 */
export function decodeTextFile(bytes: Uint8Array, isHtml: boolean): string | null {
  const marked = utf16ByteOrder(bytes)
  if (marked !== null) return withoutNul(decodedAs(bytes, marked))
  const text = decodeUtf8OrNull(bytes) ?? (isHtml ? decodeByHtmlCharset(bytes) : null)
  if (text !== null) return withoutNul(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a file with control characters is not a text file
  if (/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(Buffer.from(bytes).toString('latin1'))) return null
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const begin = bytes.subarray(Math.max(0, first - 100), first + sampleBytes)
  const encoding = likeliestEncoding([begin], [], () => 0, bytes)
  return encoding === null ? null : decodeLegacyText(bytes, encoding)
}

/** Maximum number of bytes that are used to guess the encoding. */
const sampleBytes = 64 * 1024
const leastLikely = 0.2

/** Returns the likeliest encoding. If none is likely, it returns the first of `fallbacks`, or null. */
function likeliestEncoding(
  samples: readonly Uint8Array[],
  fallbacks: readonly LegacyEncoding[],
  evidence: (text: string) => number,
  whole?: Uint8Array,
): LegacyEncoding | null {
  const joined = Buffer.concat(samples.flatMap((bytes) => [bytes, Buffer.from(' ')]))
  let found: LegacyEncoding | null = fallbacks[0] ?? null
  let highest = leastLikely
  for (const encoding of legacyEncodings) {
    const texts = (whole ? [whole] : samples).map((bytes) => decodeLegacyText(bytes, encoding))
    if (texts.includes(null)) continue
    const score = encodingLikelihood(joined, encoding) + evidence(texts.join(''))
    if (score > highest) [found, highest] = [encoding, score]
  }
  return found
}

/**
 * Returns how many of the text's non-ASCII letters also occur in the sample, as a share. The share is doubled to give
 * it more weight.
 */
function sharedLetterRatio(text: string, sample: string): number {
  const letters = [...text.replace(/[\0-\x7f]/g, '')]
  if (letters.length === 0) return 0
  const known = new Set(sample)
  return (2 * letters.filter((letter) => known.has(letter)).length) / letters.length
}

function utf16ByteOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

function decodeByHtmlCharset(bytes: Uint8Array): string | null {
  const begin = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const label = /<meta[^>]+charset\s*=\s*["']?([\w-]+)|<\?xml[^>]+encoding=["']([\w-]+)/i.exec(begin)
  return label === null ? null : decodedAs(bytes, label[1] ?? label[2] ?? '')
}

function decodedAs(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function withoutNul(text: string | null): string | null {
  return text === null || text.includes('\0') ? null : text
}
