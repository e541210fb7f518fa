import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { maxPasswordLength, minPasswordScore, type PasswordStrength } from '#common/identity/sign-in/rules.ts'

export function hashPassword(password: string): Promise<string> {
  return withHashingSlot(() => hash(password, argon))
}

/**
 * Argon2id parameters as recommended by OWASP: 19 MiB, two passes. Each hash contains its parameters, so that
 * the parameters can be raised later.
 */
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Returns true if the password is correct. The check takes equally long for an unknown account, an account
 * without a password and a wrong password. After a wrong password, the check waits for half of the hashing
 * time before another check can start. A processor core on which somebody guesses passwords is therefore idle
 * for a third of the time.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await dummyHash)
  const matches = await withHashingSlot(async () => {
    const began = performance.now()
    const isRight = await verify(known, password)
    if (!isRight) await pause((performance.now() - began) / 2)
    return isRight
  })
  return matches && passwordHash !== null
}

/** Maximum number of passwords that are hashed at once. One core stays free for other requests. */
const atOnce = Math.max(1, availableParallelism() - 1)
let running = 0
const waiting: (() => void)[] = []

async function withHashingSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}

const dummyHash = hashPassword(randomBytes(16).toString('hex'))

/**
 * Returns true if the password is strong enough. `known` contains words that an attacker would try first: the
 * user's address and names.
 */
export async function isStrongPassword(password: string, known: string[]): Promise<boolean> {
  return password.length <= maxPasswordLength && (await passwordStrength(password, known)) >= minPasswordScore
}

async function passwordStrength(password: string, known: string[]): Promise<PasswordStrength> {
  strengthMeter ??= loadStrengthMeter()
  const { check } = await strengthMeter
  return check(password.slice(0, maxMeasuredLength), known.flatMap(guessableParts))
}

/**
 * Returns a name or address as a whole, without its domain, and as single words. An attacker would try all of these.
 */
function guessableParts(known: string): string[] {
  return [known, known.replace(/@.*/, ''), ...known.split(/[^\p{L}\p{N}]+/u)].filter(
    (part) => part.length > 2,
  )
}

/**
 * Maximum number of characters whose strength is measured, because the time grows faster than the length.
 * This number is enough to recognize a strong password.
 */
const maxMeasuredLength = 64

let strengthMeter: ReturnType<typeof loadStrengthMeter> | null = null

/**
 * Loads the dictionaries of the password meter when the first password is checked, because they take 80 MB of
 * memory.
 */
async function loadStrengthMeter() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
  return {
    check: (password: string, known: string[]): PasswordStrength => zxcvbn.check(password, known).score,
  }
}
