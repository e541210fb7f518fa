import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { isSignInProvider } from '#common/identity/sign-in/providers.ts'
import type { ProviderProblem } from '#common/operation/instance/schema.ts'
import { openMethods } from '#common/operation/instance/settings.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import type { SafeClient } from '../../../platform/outgoing/safe-client.ts'
import { openProvider } from './open-provider.ts'

/** The last sign-in of each provider that failed in this process, until one succeeds. */
const refusals = new WeakMap<SafeClient, Map<SignInProvider, Omit<ProviderProblem, 'provider'>>>()

export function noteRefusal(web: SafeClient, provider: SignInProvider, reason: string): void {
  const own = refusals.get(web) ?? new Map()
  refusals.set(web, own)
  own.set(provider, { reason, last_at: new Date().toISOString() })
}

export function noteSuccess(web: SafeClient, provider: SignInProvider): void {
  refusals.get(web)?.delete(provider)
}

/**
 * Why sign-in fails by each provider that is on. Those that describe themselves are asked now, so a wrong issuer shows before anybody
 * tries to sign in; of the others the last failure is known.
 */
export async function listProviderProblems(ctx: UserContext): Promise<ProviderProblem[]> {
  const open = openMethods(ctx.settings.get).filter(isSignInProvider)
  const found = await Promise.all(open.map((provider) => problemOf(ctx, provider)))
  return found.filter((problem) => problem !== null)
}

async function problemOf(ctx: UserContext, provider: SignInProvider): Promise<ProviderProblem | null> {
  try {
    await openProvider(ctx, provider)?.check?.()
  } catch (error) {
    return { provider, reason: providerReasonOf(error), last_at: new Date().toISOString() }
  }
  const refusal = refusals.get(ctx.web)?.get(provider)
  return refusal === undefined ? null : { provider, ...refusal }
}

/** With the cause, since what the library says of a provider that is away does not name it. */
export function providerReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
