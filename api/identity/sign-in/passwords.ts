import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { type PasswordStrength, passwordLength, passwordScore } from '#common/identity/sign-in/rules.ts'

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, argon))
}

/** Argon2id as OWASP advises for it: 19 MiB, two passes. The numbers stand in the hash, so they can be raised later. */
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Takes as long for an account that is not there, or has no password, as for one whose password is wrong. A wrong one keeps its turn for half
 * as long again: of the core that guesses take by the hundred, a third stays for whoever works.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash)
  const matches = await inTurn(async () => {
    const began = performance.now()
    const isRight = await verify(known, password)
    if (!isRight) await pause((performance.now() - began) / 2)
    return isRight
  })
  return matches && passwordHash !== null
}

/** One core stays for everybody else: guesses by the hundred make each other wait, and nobody who works. */
const atOnce = Math.max(1, availableParallelism() - 1)
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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

const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** `known` are words that a guesser would try first: the person's address and names. */
export async function isStrongPassword(password: string, known: string[]): Promise<boolean> {
  return password.length <= passwordLength && (await passwordStrength(password, known)) >= passwordScore
}

async function passwordStrength(password: string, known: string[]): Promise<PasswordStrength> {
  meter ??= loadMeter()
  const { check } = await meter
  return check(password.slice(0, weighed), known.flatMap(partsOf))
}

/** An address is also tried without its end, and by its words. */
function partsOf(known: string): string[] {
  return [known, known.replace(/@.*/, ''), ...known.split(/[^\p{L}\p{N}]+/u)].filter(
    (part) => part.length > 2,
  )
}

/** The work grows faster than the length; what is strong up to here is strong. */
const weighed = 64

let meter: ReturnType<typeof loadMeter> | null = null

/** The dictionaries take 80 MB, so they are read when the first password is chosen. */
async function loadMeter() {
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
